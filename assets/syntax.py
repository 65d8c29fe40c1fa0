"""Stage: parse files into symbols and references."""

import dagster as dg

from assets.file_changes import file_changes
from assets.metadata import counted_kinds, result
from assets.resources import REPOSITORIES, Lode
from index_artifacts.build.results import counts_of, sample_of
from index_artifacts.build.stages import run_syntax


@dg.asset(partitions_def=REPOSITORIES, group_name="repository", deps=[file_changes], kinds={"treesitter", "parquet"})
def syntax(context: dg.AssetExecutionContext, lode: Lode) -> dg.MaterializeResult[None]:
    """Symbols with signature, doc and span, and raw references, from tree-sitter with one query file a language.

    Only content that the last state lacks is parsed; a file that does not parse cleanly keeps what parses.
    """
    name = context.partition_key
    with lode.writing(name) as (home, config):
        stage = run_syntax(home, config, name)
        columns = ["path", "kind", "qualified_name", "start_line", "end_line"]
        rows = sample_of(home, name, "syntax", stage.key, "symbols.parquet", columns)
        counts = counts_of(home, name, "syntax", stage.key)
    return result(
        stage,
        rows,
        rate="parsed",
        symbols=counts["symbols"],
        kinds=counted_kinds(counts),
        files_with_syntax_errors=counts["broken"],
    )
