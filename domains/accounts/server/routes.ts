import type { FastifyInstance } from "fastify";
import { type Services, signedIn } from "#server/http/context.ts";
import { route } from "#server/http/route.ts";
import * as calls from "../contract.ts";
import { approvePerson } from "./approve-person.ts";
import { claimAgain } from "./claim-again.ts";
import { confirmAddress, resendConfirmation } from "./confirm-address.ts";
import { listPeople } from "./list-people.ts";
import { presentSession } from "./present.ts";
import { refusePerson } from "./refuse-person.ts";
import { register } from "./register.ts";
import { signIn } from "./sign-in.ts";
import { signOut } from "./sign-out.ts";
import { offeredUnits } from "./units.ts";

const done = { success: true } as const;

/** Binds sessions, registration and approvals (decisions, section 3). */
export function accountRoutes(app: FastifyInstance, services: Services): void {
  // These hash a password, which no transaction may wait for, and keep counts although they refuse.
  const manual = { transaction: "manual" } as const;
  route(app, services, calls.signIn, (ctx, { body, reply }) => signIn(ctx, reply, body), manual);
  route(app, services, calls.register, (ctx, { body, reply }) => register(ctx, reply, body), manual);
  route(
    app,
    services,
    calls.confirmAddress,
    (ctx, { body, reply }) => confirmAddress(ctx, reply, body),
    manual,
  );

  route(app, services, calls.readSession, async (ctx) => presentSession(signedIn(ctx).actor));
  route(app, services, calls.signOut, async (ctx, { reply }) => {
    await signOut(ctx, reply);
    return done;
  });
  route(app, services, calls.listRegistrationUnits, ({ db }) => offeredUnits(db));
  route(app, services, calls.resendConfirmation, async (ctx) => {
    await resendConfirmation(signedIn(ctx));
    return done;
  });
  route(app, services, calls.claimAgain, (ctx, { body }) => claimAgain(signedIn(ctx), body));
  route(app, services, calls.listPeople, (ctx, input) => listPeople(signedIn(ctx), input));
  route(app, services, calls.approvePerson, (ctx, { params, body }) =>
    approvePerson(signedIn(ctx), params.id, body),
  );
  route(app, services, calls.refusePerson, (ctx, { params, body }) =>
    refusePerson(signedIn(ctx), params.id, body.reason),
  );
}
