import { once } from "node:events";
import path from "node:path";
import { Worker } from "node:worker_threads";
import { boundedQueue } from "../http/bounded-queue.ts";
import { projectRoot } from "../project-root.ts";

/** Amounts and the like, with their names above them, in a row. */
export interface PaperFigures {
  kind: "figures";
  heading?: string;
  figures: { name: string; value: string }[];
}

/** Goes on over pages, with its headings on each. */
export interface PaperTable {
  kind: "table";
  /** How wide each is, compared with the others; money stands at the right. */
  columns: { header: string; share: number; align?: "right" }[];
  rows: { cells: string[]; isStrong?: boolean }[];
}

/** Running text beneath a heading, such as a clause of a lease. */
export interface PaperText {
  kind: "text";
  heading?: string;
  paragraphs: string[];
}

/** A letter of the organisation, as PDF: a statement, a receipt. */
export interface Paper {
  /** Names the document, and stands at the foot of each page. */
  title: string;
  sender: { name: string; lines: string[] };
  /** What it is, at the right of the sender, with what it is about beneath. */
  heading: string;
  facts: string[];
  recipient: string[];
  blocks: (PaperFigures | PaperTable | PaperText)[];
}

const drawer = path.join(projectRoot, "server/outside/draw-paper.mjs");
const longestMs = 30_000;
const idleMs = 60_000;
/** One thread draws; who comes when twenty wait is asked to come back. */
const oneAfterAnother = boundedQueue(1, 20);

let thread: Worker | undefined;
let goesIdle: NodeJS.Timeout | undefined;

/**
 * The paper as PDF, its fonts within. Drawn on a thread of its own, which ends when it has had nothing to do for a while.
 * Where nobody waits for an answer, it may take `withinMs`.
 */
export const drawPaper = (paper: Paper, withinMs = longestMs): Promise<Buffer> =>
  oneAfterAnother(() => drawOn(ready(), paper, withinMs));

function ready(): Worker {
  clearTimeout(goesIdle);
  // Without the loader that reads the sources: the drawer needs none, and begins sooner.
  thread ??= new Worker(drawer, { execArgv: [], resourceLimits: { maxOldGenerationSizeMb: 256 } }).on(
    "error",
    endThread,
  );
  return thread;
}

type Drawn = { bytes: Uint8Array } | { failure: string };

async function drawOn(worker: Worker, paper: Paper, withinMs: number): Promise<Buffer> {
  const given = new AbortController();
  const signal = AbortSignal.any([given.signal, AbortSignal.timeout(withinMs)]);
  worker.ref();
  try {
    worker.postMessage(paper);
    const drawn = await Promise.race([
      once(worker, "message", { signal }).then(([answer]) => answer as Drawn),
      once(worker, "exit", { signal }).then((): Drawn => ({ failure: "The thread that draws has ended." })),
    ]);
    if ("failure" in drawn) throw new Error(drawn.failure);
    worker.unref();
    goesIdle = setTimeout(endThread, idleMs).unref();
    return Buffer.from(drawn.bytes);
  } catch (error) {
    endThread();
    throw error;
  } finally {
    given.abort();
  }
}

/** The next paper begins another. */
function endThread(): void {
  void thread?.terminate();
  thread = undefined;
}
