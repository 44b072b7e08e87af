import { sql } from "kysely";
import type { Services } from "#server/http/context.ts";
import type { Tasks } from "#server/jobs/tasks.ts";

type SandboxTask = "deliver-sandbox-event" | "settle-in-sandbox";

/**
 * Removes the sandbox's jobs of one type from the queue without running them, oldest first. Their events are
 * lost unless delivered.
 */
export async function removeJobs<T extends SandboxTask>(
  { db }: Pick<Services, "db">,
  task: T,
): Promise<Tasks[T][]> {
  const { rows } = await sql<{ id: number; payload: Tasks[T] }>`
    delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
    where t.id = j.task_id and t.identifier = ${task} returning j.id, j.payload`.execute(db);
  return rows.sort((a, b) => a.id - b.id).map(({ payload }) => payload);
}
