"""Stage: parse files into symbols and references."""

import dagster as dg
import pyarrow.parquet as pq

from assets.file_changes import file_changes
from assets.metadata import counted, result
from assets.resources import REPOSITORIES, Lode
from index_artifacts.build.stages import run_syntax


@dg.asset(partitions_def=REPOSITORIES, group_name="repository", deps=[file_changes], kinds={"treesitter", "parquet"})
def syntax(context: dg.AssetExecutionContext, lode: Lode) -> dg.MaterializeResult[None]:
    """Symbols with signature, doc and span, and raw references, from tree-sitter with one query file a language.

    Only content that the last state lacks is parsed; a file that does not parse cleanly keeps what parses.
    """
    name = context.partition_key
    with lode.writing(name) as (home, config):
        stage = run_syntax(home, config, name)
        assert stage.folder is not None
        symbols = pq.read_table(stage.folder / "symbols.parquet", columns=["path", "kind", "qualified_name", "start_line", "end_line"])
        broken = pq.read_table(stage.folder / "files.parquet", columns=["broken"])["broken"].to_pylist()
    return result(
        stage,
        symbols.slice(0, 10).to_pylist(),
        rate="parsed",
        symbols=len(symbols),
        kinds=counted(symbols["kind"].to_pylist()),
        files_with_syntax_errors=sum(broken),
    )
