import { conflict } from "#shared/errors.ts";

/**
 * Runs a deletion.
 * @throws a conflict if the database rejects it because other records refer to the deleted one
 */
export async function runDeletion(name: string, run: () => Promise<unknown>): Promise<void> {
  await run().catch((error: { code?: string }) => {
    const isReferenced = error.code === "23503";
    throw isReferenced
      ? conflict(`${shortenName(name)} can't be deleted because other records still refer to it.`)
      : error;
  });
}

/** Shortens a name so that it fits in a sentence. */
export const shortenName = (name: string) => (name.length <= 80 ? name : `${name.slice(0, 79)}…`);
