import type { Ctx, Services } from "../http/context.ts";

/**
 * Runs automatic work like a use case: in one transaction, with no one signed in. `afterCommit` tasks run
 * only after a commit.
 */
export async function runAsPortal<T>(services: Services, run: (ctx: Ctx) => Promise<T>): Promise<T> {
  const afterCommit: (() => void | Promise<void>)[] = [];
  const now = services.clock();
  const result = await services.db.transaction().execute((db) =>
    run({
      ...services,
      db,
      now,
      happenedAt: now,
      requestId: "",
      networkAddress: "",
      userAgent: "",
      actor: null,
      afterCommit: (task) => void afterCommit.push(task),
      onFailure: () => undefined,
    }),
  );
  for (const task of afterCommit) await task();
  return result;
}
