import type { Ctx } from "#server/http/context.ts";
import type { TestPortal } from "./portal.ts";

/** A context as a request by nobody has it, whose transaction is `db`. */
export const contextOf = ({ services, clock }: TestPortal, db: Ctx["db"]): Ctx => ({
  ...services,
  db,
  now: clock.now,
  requestId: "",
  networkAddress: "",
  userAgent: "",
  actor: null,
  afterCommit: () => undefined,
  onFailure: () => undefined,
});
