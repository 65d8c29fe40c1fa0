from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from index_artifacts.config import Home, QualityConfig, RepositoryConfig, find_home, load_config, make_home
from index_artifacts.errors import ConfigError, HomeError, UnknownNameError
from index_artifacts.fleet import register, unregister
from index_artifacts.remotes import checked_url


@pytest.fixture
def code(tmp_path: Path) -> Path:
    (tmp_path / "code").mkdir()
    return tmp_path / "code"


def toml(home: Home, text: str) -> None:
    home.root.mkdir(exist_ok=True)
    home.config_file.write_text(text)


def test_a_home_without_settings_has_the_defaults(home: Home) -> None:
    config = load_config(home)
    assert (config.embedding.provider, config.repositories, config.quality, config.max_file_bytes) == (
        "static",
        (),
        QualityConfig(),
        1_000_000,
    )


def test_the_home_is_the_argument_else_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LODE_HOME", str(tmp_path / "env"))
    assert find_home().root == tmp_path / "env"
    assert find_home(tmp_path / "given").root == tmp_path / "given"


def test_environment_lies_over_the_file(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    toml(home, "[index]\nmax_file_bytes = 5\n")
    assert load_config(home).max_file_bytes == 5
    monkeypatch.setenv("LODE_MAX_FILE_BYTES", "7")
    assert load_config(home).max_file_bytes == 7


def test_repositories_come_in_order_with_paths_relative_to_the_home(home: Home) -> None:
    toml(home, '[[repository]]\nname = "b"\npath = "../b"\nexclude = ["docs/**"]\n[[repository]]\nname = "a"\npath = "/a"\n')
    root = home.root.resolve()
    assert load_config(home).repositories == (RepositoryConfig("a", Path("/a")), RepositoryConfig("b", root.parent / "b", ("docs/**",)))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[[repository", "{file} is not valid TOML: "),
        ('[embedding]\nprovider = "magic"\n', "Unknown embedding provider 'magic' in {file}; choose one of: "),
        ('[[repository]]\nname = "a"\n', "Repository 'a' needs a path or a url, and not both; give one of them in lode.toml."),
        ('[[repository]]\nname = "a"\npath = "a"\nurl = "https://example.org/a"\n', "Repository 'a' needs a path or a url, and not both; "),
        ('[[repository]]\nname = "a"\npath = "a"\nref = "main"\n', "Repository 'a' has the ref 'main' but no url; a ref is of a url, "),
        ('[[repository]]\npath = "a"\n', "A [[repository]] in {file} lacks a name; give it one as text."),
        ('[[repository]]\nname = "a"\nurl = 1\n', "Path, url or ref of repository 'a' in {file} is not text; put it in quotes."),
        (
            '[[repository]]\nname = "../a"\npath = "a"\n',
            "Repository name '../a' in {file} may only hold letters, digits, '.', '_' and '-'.",
        ),
        (
            '[[repository]]\nname = "a"\npath = "a"\n[[repository]]\nname = "a"\npath = "b"\n',
            "Two repositories in {file} are named 'a'; give one of them another name.",
        ),
        ("[quality]\nndgc = 1\n", "A setting in {file} is wrong: "),
        ('[index]\nmax_file_bytes = "many"\n', "A setting in {file} is wrong: "),
    ],
)
def test_a_wrong_setting_is_named_with_its_file(home: Home, text: str, message: str) -> None:
    toml(home, text)
    with pytest.raises(ConfigError) as caught:
        load_config(home)
    assert str(caught.value).startswith(message.format(file=home.config_file))


def test_an_unknown_repository_lists_the_known_ones(home: Home) -> None:
    toml(home, '[[repository]]\nname = "a"\npath = "a"\n')
    with pytest.raises(UnknownNameError) as caught:
        load_config(home).repository("b")
    assert str(caught.value) == "No repository named 'b' is registered (registered: a); add it with 'lode index PATH'."


def test_registering_twice_finds_the_first(home: Home, code: Path) -> None:
    assert register(home, code, None) == register(home, code, None) == RepositoryConfig("code", code.resolve())
    assert [r.name for r in load_config(home).repositories] == ["code"]


def test_folders_of_the_same_name_get_numbers(home: Home, tmp_path: Path) -> None:
    for parent in ("x", "y", "z"):
        (tmp_path / parent / "code").mkdir(parents=True)
    assert [register(home, tmp_path / p / "code", None).name for p in ("x", "y", "z")] == ["code", "code-2", "code-3"]


def test_a_folders_odd_name_becomes_a_plain_one(home: Home, tmp_path: Path) -> None:
    for folder, name in [("a b'c", "a-b-c"), ("代码", "repository"), (".dot", "dot")]:
        (tmp_path / folder).mkdir()
        assert register(home, tmp_path / folder, None).name == name


def test_a_path_that_is_no_directory_is_refused(home: Home, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for name, kind in (("none", "does not exist"), ("file", "is not a directory")):
        with pytest.raises(ConfigError) as caught:
            register(home, tmp_path / name, None)
        assert (
            str(caught.value)
            == f"'{tmp_path / name}' {kind}, and no repository of that name is registered; give an existing directory or a url."
        )
    assert not home.config_file.exists()


def test_a_name_is_given_once_and_has_no_way_out_of_the_home(home: Home, code: Path, tmp_path: Path) -> None:
    register(home, code, "a")
    with pytest.raises(ConfigError) as caught:
        register(home, tmp_path, "a")
    assert str(caught.value) == f"'a' already names {code.resolve()}; choose another --name for {tmp_path.resolve()}."
    with pytest.raises(ConfigError) as caught:
        register(home, tmp_path, "../evil")
    assert str(caught.value) == "The name '../evil' may only hold letters, digits, '.', '_' and '-'; choose another --name."


def test_registering_keeps_comments_and_settings(home: Home, code: Path) -> None:
    toml(home, '# mine\n[quality]\nmax_drop = 0.1 # strict\n\n[[repository]]\nname = "x"\npath = "x" # here\n')
    register(home, code, None)
    text = home.config_file.read_text()
    assert text.startswith('# mine\n[quality]\nmax_drop = 0.1 # strict\n\n[[repository]]\nname = "x"\npath = "x" # here\n')
    assert [r["name"] for r in tomllib.loads(text)["repository"]] == ["x", "code"]


@pytest.mark.parametrize("text", ["", "repository = []\n", 'repository = [{name = "b", path = "b"}]\n[quality]\nmax_drop = 0.1\n'])
def test_registering_after_the_last_one_was_taken_out_leaves_valid_settings(home: Home, code: Path, text: str) -> None:
    toml(home, text)
    before = [r.name for r in load_config(home).repositories]
    for _ in range(2):
        register(home, code, "a")
        assert [r.name for r in load_config(home).repositories] == ["a", *before]
        unregister(home, "a")
        assert [r.name for r in load_config(home).repositories] == before


def test_a_home_that_cannot_be_made_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    home = Home(tmp_path / "file" / "home")
    with pytest.raises(HomeError) as caught:
        make_home(home)
    assert str(caught.value) == f"The home {home.root} cannot be written (Not a directory); set LODE_HOME to a writable folder."
    for read in (lambda: load_config(home), home.current):
        with pytest.raises(HomeError) as caught:
            read()
        assert str(caught.value) == f"The home {home.root} cannot be read (Not a directory); set LODE_HOME to another folder."


def test_a_home_without_permission_says_so(home: Home, code: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def denied(path: Path, **_: object) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "mkdir", denied)
    with pytest.raises(HomeError) as caught:
        register(home, code, None)
    assert str(caught.value) == f"The home {home.root} cannot be written (Permission denied); set LODE_HOME to a writable folder."


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("https://example.org/team/shop.git", "shop"),
        ("https://example.org/team/shop", "shop"),
        ("https://example.org:8443/team/shop.git/", "shop"),
        ("ssh://git@example.org/team/shop.git", "shop"),
        ("git@example.org:team/shop.git", "shop"),
        ("git@example.org:shop", "shop"),
        ("file:///srv/git/shop.git", "shop"),
        ("https://example.org/team/..", "repository"),
    ],
)
def test_a_url_is_registered_under_its_last_part(home: Home, url: str, name: str) -> None:
    found = register(home, url, None, "main")
    assert found == RepositoryConfig(name, None, url=url.rstrip("/"), ref="main")
    assert load_config(home).repositories == (found,)
    assert register(home, url, None) == found
    assert register(home, url, None, "other").name == f"{name}-2"


def test_a_bare_repository_is_taken_as_a_url(home: Home, tmp_path: Path) -> None:
    bare = tmp_path / "shop.git"
    (bare / "objects").mkdir(parents=True)
    (bare / "HEAD").write_text("ref: refs/heads/main\n")
    assert register(home, str(bare), None) == RepositoryConfig("shop", None, url=str(bare))


def test_a_path_as_url_is_relative_to_the_home(home: Home) -> None:
    toml(home, '[[repository]]\nname = "a"\nurl = "../a.git"\n[[repository]]\nname = "b"\nurl = "host:b.git"\n')
    assert [r.url for r in load_config(home).repositories] == [str(home.root.resolve().parent / "a.git"), "host:b.git"]


@pytest.mark.parametrize(
    "url",
    [
        "https://me:s3cr3t@example.org/a.git",
        "https://s3cr3t@example.org/a.git",
        "http://:s3cr3t@example.org/a.git",
        "ssh://git:s3cr3t@example.org/a.git",
        "https://example.org/a.git?access_token=s3cr3t",
        "https://me:s3cr3t@x@example.org/a.git",
        "https://me:s3/cr3t@example.org/a.git",
        "https://me:a s3cr3t@example.org/a.git",
        "ftp://me:s3cr3t@example.org/a.git",
    ],
)
def test_a_url_with_a_password_or_token_is_refused_and_never_shown(home: Home, url: str) -> None:
    with pytest.raises(ConfigError) as caught:
        register(home, url, None)
    assert "cr3t" not in str(caught.value)
    assert not home.config_file.exists()
    toml(home, f'[[repository]]\nname = "a"\nurl = "{url}"\n')
    with pytest.raises(ConfigError) as caught:
        load_config(home)
    assert "cr3t" not in str(caught.value)


def test_the_refusal_of_a_token_says_what_to_do(home: Home) -> None:
    with pytest.raises(ConfigError) as caught:
        register(home, "https://user:token@example.org/a.git", None)
    assert str(caught.value) == (
        "The url https://example.org/a.git was given with a password or token in it; "
        "leave it out and use a git credential helper or ssh, since keys are never written to disk."
    )


@pytest.mark.parametrize(
    "url", ["--upload-pack=touch x", "-x", "ext::sh -c x", "ext::sh", "ftp://example.org/a", "https://example.org/a\nb", "fd::7"]
)
def test_a_url_that_could_start_a_program_is_refused(home: Home, url: str) -> None:
    with pytest.raises(ConfigError):
        RepositoryConfig("a", None, url=checked_url(url, home.root))
    if "::" in url or "://" in url:
        with pytest.raises(ConfigError):
            register(home, url, None)


@pytest.mark.parametrize("ref", ["-x", "a..b", "a b", "a:b", "a^", "a~1", "*", "a/", "/a", "a.lock", "@{u}", "a\n"])
def test_a_ref_that_git_does_not_allow_is_refused(home: Home, ref: str) -> None:
    with pytest.raises(ConfigError) as caught:
        register(home, "https://example.org/a.git", None, ref)
    assert str(caught.value) == f"'{ref}' cannot be the ref of a repository; give a branch, a tag or a full commit id."


def test_a_ref_of_a_directory_is_refused(home: Home, code: Path) -> None:
    with pytest.raises(ConfigError) as caught:
        register(home, code, None, "main")
    assert str(caught.value).startswith(f"The ref 'main' was given for the directory {code.resolve()}; leave it out, ")


def test_the_name_of_another_ref_is_refused_with_both(home: Home) -> None:
    register(home, "https://example.org/a.git", "a", "main")
    with pytest.raises(ConfigError) as caught:
        register(home, "https://example.org/a.git", "a", "dev")
    assert str(caught.value) == (
        "'a' already names https://example.org/a.git at 'main'; choose another --name for https://example.org/a.git at 'dev'."
    )


def test_a_place_is_the_path_or_the_url_without_credentials() -> None:
    assert RepositoryConfig("a", Path("/a")).place == "/a"
    assert RepositoryConfig("a", None, url="https://u:p@example.org/a.git?k=v").place == "https://example.org/a.git"
    assert RepositoryConfig("a", None, url="git@example.org:a.git").place == "git@example.org:a.git"
