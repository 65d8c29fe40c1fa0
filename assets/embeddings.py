"""Stage: embed chunks."""

import time
from collections.abc import Callable

import dagster as dg

from assets.chunks import chunks
from assets.metadata import result
from assets.resources import REPOSITORIES, Lode
from index_artifacts.build.stages import run_embeddings
from index_artifacts.progress import Progress, listening

_LOG_SECONDS = 30.0


@dg.asset(
    partitions_def=REPOSITORIES,
    group_name="repository",
    deps=[chunks],
    kinds={"numpy", "parquet"},
    # For a server that stays away for longer than requests are tried again; only such failures allow it (`Lode.writing`).
    retry_policy=dg.RetryPolicy(max_retries=3, delay=60, backoff=dg.Backoff.EXPONENTIAL),
    pool="embeddings",
)
def embeddings(context: dg.AssetExecutionContext, lode: Lode) -> dg.MaterializeResult[None]:
    """One vector a distinct text and model, in a cache that repositories, branches and versions share."""
    name = context.partition_key
    with lode.writing(name) as (home, config):
        with listening(_logged(context)):
            stage = run_embeddings(home, config, name)
    return result(stage, rate="embedded", provider=config.embedding.provider, model=config.embedding.model or "static")


def _logged(context: dg.AssetExecutionContext) -> Callable[[Progress], None]:
    """Write the rate and the remaining time into the run's log, twice a minute."""
    began = last = time.monotonic()

    def listener(told: Progress) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last >= _LOG_SECONDS and told.done:
            last, rate = now, told.done / (now - began)
            context.log.info(f"{told.done:,} of {told.total:,} texts, {rate:,.0f}/s, {(told.total - told.done) / rate:,.0f} s to go")

    return listener
