import { conflict } from "#shared/errors.ts";

/** Runs a deletion. When the database refuses it because other records still refer to it, throws a conflict that says so. */
export async function deleting(name: string, run: () => Promise<unknown>): Promise<void> {
  await run().catch((error: { code?: string }) => {
    const isNamedElsewhere = error.code === "23503";
    throw isNamedElsewhere
      ? conflict(`${shortened(name)} cannot be deleted: other records of the portal still name it.`)
      : error;
  });
}

/** A name for a sentence. */
export const shortened = (name: string) => (name.length <= 80 ? name : `${name.slice(0, 79)}…`);
