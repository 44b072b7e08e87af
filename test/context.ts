import type { Ctx } from "#server/http/context.ts";
import type { TestPortal } from "./portal.ts";

/** Creates the context of a signed-out request with `db` as its transaction. */
export const createContext = ({ services, clock }: TestPortal, db: Ctx["db"]): Ctx => ({
  ...services,
  db,
  now: clock.now,
  happenedAt: clock.now,
  requestId: "",
  networkAddress: "",
  userAgent: "",
  actor: null,
  afterCommit: () => undefined,
  onFailure: () => undefined,
});
