import type { Asked, FieldServer, Seen } from "./field-server.ts";
import type { World } from "./world.ts";

/** What dispatchers do, by how often. */
const habits = {
  assign: 30,
  cancel: 12,
  schedule: 10,
  complete: 6,
  reopen: 14,
  comment: 10,
  choose: 10,
  remove: 3,
  admit: 3,
};
type Habit = keyof typeof habits;

/** A comment of a dispatcher, with the mark in its text. */
export interface DeskComment {
  mark: number;
  userId: number;
}

export interface Desk {
  world: World;
  server: FieldServer;
  /** Technicians who are taken off the building at the moment. */
  outside: Set<number>;
}

/** A dispatcher at a desk does something: what is on the screen is as new as the network is quick. */
export async function dispatch(
  desk: Desk,
  { mark, userId }: { mark: number; userId: number },
): Promise<DeskComment | undefined> {
  const { world, server } = desk;
  const shown = await world.during(server.glance(userId));
  const habit = world.draws.byWeight(habits);
  if (habit === "admit") {
    await takeOff(desk);
    return undefined;
  }
  const request = requestOf(habit, { desk, mark, shown });
  if (request === undefined) return undefined;
  const asked = { ...request, userId, key: `desk-${mark}` };
  // Pressed twice.
  await world.during(Promise.all([server.answer(asked), server.answer(asked)]));
  return habit === "comment" ? { mark, userId } : undefined;
}

function requestOf(
  habit: Exclude<Habit, "admit">,
  { desk: { world, server }, mark, shown: { orders, clashes } }: { desk: Desk; mark: number; shown: Seen },
): Pick<Asked, "method" | "path" | "body"> | undefined {
  const { draws } = world;
  const { id, status } = draws.oneOf(orders);
  const path = `/api/work-orders/${id}`;
  const moveTo = (to: string) => ({
    method: "PATCH",
    path: `${path}/status`,
    body: { status: to, seenStatus: status },
  });
  switch (habit) {
    case "assign": {
      const userId = draws.happens(0.2) ? null : draws.oneOf(server.technicians);
      return { method: "PUT", path: `${path}/assignee`, body: { userId } };
    }
    case "cancel":
      return moveTo("cancelled");
    case "schedule":
      return moveTo("scheduled");
    case "complete":
      return moveTo("completed");
    case "reopen":
      return moveTo("open");
    case "comment":
      return { method: "POST", path: `${path}/comments`, body: { text: `Comment ${mark}`, internal: false } };
    case "choose":
      return clashes[0] && choiceIn(clashes[0], draws.happens(0.5));
    case "remove":
      return { method: "DELETE", path };
  }
}

export const choiceIn = ({ id, orderId }: { id: number; orderId: number }, use: boolean) => ({
  method: "POST",
  path: `/api/work-orders/${orderId}/clashes/${id}/resolve`,
  body: { use },
});

/** A technician is taken off the building, and put back later; one at a time. */
async function takeOff({ world, server, outside }: Desk): Promise<void> {
  const { draws } = world;
  const id = draws.oneOf(server.technicians);
  if (outside.size > 0) return;
  outside.add(id);
  await world.during(server.admit(id, false));
  world.after(draws.between(5, 40) * 60_000, () => {
    outside.delete(id);
    void world.during(server.admit(id, true));
  });
}
