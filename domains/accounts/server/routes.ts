import type { FastifyInstance, FastifyRequest } from "fastify";
import { type Ctx, type Services, type SignedInCtx, signedIn } from "#server/http/context.ts";
import { sendCsv } from "#server/http/csv.ts";
import { withIdempotencyKey } from "#server/http/idempotency.ts";
import { RawJson } from "#server/http/response.ts";
import { route } from "#server/http/route.ts";
import { seenVersion } from "#server/http/seen-version.ts";
import type { Endpoint } from "#shared/http/endpoint.ts";
import { grantOf } from "#shared/permissions.ts";
import * as calls from "../contract.ts";
import type { Invitation } from "../invitation-contract.ts";
import * as invitationCalls from "../invitation-contract.ts";
import * as passwords from "../password-contract.ts";
import * as peopleCalls from "../people-contract.ts";
import * as profile from "../profile-contract.ts";
import * as registration from "../registration-contract.ts";
import { approvePerson } from "./approve-person.ts";
import { askForMail } from "./ask-for-mail.ts";
import { changePassword } from "./change-password.ts";
import { claimAgain } from "./claim-again.ts";
import { confirmAddress, resendConfirmation } from "./confirm-address.ts";
import { disablePerson, enablePerson, signOutPerson } from "./disable-person.ts";
import { editPerson } from "./edit-person.ts";
import { editProfile } from "./edit-profile.ts";
import { invite } from "./invite.ts";
import { invitations } from "./list-invitations.ts";
import { people } from "./list-people.ts";
import { lookUpInvitation } from "./open-invitation.ts";
import { endOtherSessions, endOwnSession, ownSessions } from "./own-sessions.ts";
import { presentPerson, presentSession } from "./present.ts";
import { findAssignments, findPerson } from "./queries.ts";
import { refusePerson } from "./refuse-person.ts";
import { register } from "./register.ts";
import { resendInvitation } from "./resend-invitation.ts";
import { resetPassword } from "./reset-password.ts";
import { secondFactorRoutes } from "./second-factor-routes.ts";
import { readSecondFactorOf } from "./second-factors.ts";
import { signIn } from "./sign-in.ts";
import { signInByMail } from "./sign-in-by-mail.ts";
import { signOut } from "./sign-out.ts";
import { tokenRoutes } from "./token-routes.ts";
import { undoApproval } from "./undo-approval.ts";
import { offeredUnits } from "./units.ts";
import { verifyCode } from "./verify-code.ts";
import { withdrawInvitation } from "./withdraw-invitation.ts";

const done = { success: true } as const;

/** Binds sessions, registration and approvals (requirements, "Accounts and sessions"). */
export function accountRoutes(app: FastifyInstance, services: Services): void {
  invitationRoutes(app, services);
  mailedRoutes(app, services);
  profileRoutes(app, services);
  secondFactorRoutes(app, services);
  tokenRoutes(app, services);
  // These hash a password, which no transaction may wait for, and keep counts even when they refuse.
  const manual = { transaction: "manual" } as const;
  route(app, services, calls.signIn, (ctx, { body, reply }) => signIn(ctx, reply, body), manual);
  route(app, services, registration.register, (ctx, { body, reply }) => register(ctx, reply, body), manual);
  route(
    app,
    services,
    registration.confirmAddress,
    (ctx, { body, reply }) => confirmAddress(ctx, reply, body),
    manual,
  );

  route(
    app,
    services,
    profile.changePassword,
    async (ctx, { body }) => {
      await changePassword(signedIn(ctx), body);
      return done;
    },
    manual,
  );

  route(app, services, calls.readSession, async (ctx) => presentSession(signedIn(ctx).actor));
  route(app, services, calls.signOut, async (ctx, { reply }) => {
    await signOut(ctx, reply);
    return done;
  });
  route(app, services, registration.listRegistrationUnits, ({ db }) => offeredUnits(db));
  route(app, services, registration.resendConfirmation, async (ctx) => {
    await resendConfirmation(signedIn(ctx));
    return done;
  });
  route(app, services, registration.claimAgain, (ctx, { body }) => claimAgain(signedIn(ctx), body));
  route(app, services, peopleCalls.listPeople, (ctx, input) => people.response(signedIn(ctx), input));
  route(app, services, peopleCalls.exportPeople, (ctx, input) =>
    sendCsv(signedIn(ctx), input, people.table(signedIn(ctx), input.query)),
  );
  route(app, services, peopleCalls.approvePerson, (ctx, { params, body }) =>
    approvePerson(signedIn(ctx), params.id, body),
  );
  route(app, services, peopleCalls.undoApproval, (ctx, { params }) => undoApproval(signedIn(ctx), params.id));
  route(app, services, peopleCalls.refusePerson, (ctx, { params, body }) =>
    refusePerson(signedIn(ctx), params.id, body.reason),
  );
  route(app, services, peopleCalls.readPerson, async (ctx, { params }) => {
    const { actor, db } = signedIn(ctx);
    const person = await findPerson(db, actor.accessScope, params.id);
    const { property_ids, open_orders } = await findAssignments(db, actor.accessScope, params.id);
    const mayEdit = grantOf(actor.accessScope.effectiveRole, peopleCalls.editPerson.action) !== "no";
    const hasSecondFactor = mayEdit ? (await readSecondFactorOf(db, params.id)).onSince !== null : null;
    return {
      ...presentPerson(person),
      propertyIds: property_ids,
      openOrdersAssigned: open_orders,
      hasSecondFactor,
    };
  });
  route(app, services, peopleCalls.editPerson, (ctx, { params, body, request }) =>
    editPerson(signedIn(ctx), params.id, body, seenVersion(request, body)),
  );
  route(app, services, peopleCalls.disablePerson, (ctx, { params, body }) =>
    disablePerson(signedIn(ctx), params.id, body.reason ?? ""),
  );
  route(app, services, peopleCalls.enablePerson, (ctx, { params }) => enablePerson(signedIn(ctx), params.id));
  route(app, services, peopleCalls.signOutPerson, async (ctx, { params }) => {
    await signOutPerson(signedIn(ctx), params.id);
    return done;
  });
}

/** Binds changes of the user's own account. */
function profileRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, profile.editProfile, (ctx, { body }) => editProfile(signedIn(ctx), body));
  route(app, services, profile.listOwnSessions, (ctx) => ownSessions(signedIn(ctx)));
  route(app, services, profile.endOwnSession, async (ctx, { params }) => {
    await endOwnSession(signedIn(ctx), params.id);
    return done;
  });
  route(app, services, profile.endOtherSessions, async (ctx) => {
    await endOtherSessions(signedIn(ctx));
    return done;
  });
}

/** Binds resets and sign-ins by mail (requirements, "PWD", LOG-17). */
function mailedRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, passwords.forgotPassword, (ctx, { body }) =>
    askForMail(ctx, body.resetType === "otp" ? "reset-by-code" : "reset-by-link", body.email),
  );
  route(app, services, passwords.askToSignIn, (ctx, { body }) => askForMail(ctx, "sign-in", body.email));
  // Refused tries stay counted, and no transaction waits for the hashing.
  const manual = { transaction: "manual" } as const;
  route(app, services, passwords.verifyOtp, (ctx, { body }) => verifyCode(ctx, body), manual);
  route(app, services, passwords.resetPassword, (ctx, { body }) => resetPassword(ctx, body), manual);
  route(
    app,
    services,
    passwords.signInByMail,
    (ctx, { body, reply }) => signInByMail(ctx, reply, body),
    manual,
  );
}

function invitationRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, invitationCalls.listInvitations, (ctx, input) =>
    invitations.response(signedIn(ctx), input),
  );
  route(app, services, invitationCalls.exportInvitations, (ctx, input) =>
    sendCsv(signedIn(ctx), input, invitations.table(signedIn(ctx), input.query)),
  );
  route(
    app,
    services,
    invitationCalls.invite,
    (ctx, { body, request }) =>
      withLinkOnce(ctx, invitationCalls.invite, request, {
        content: body,
        make: (inviting) => invite(inviting, body),
      }),
    { transaction: "manual" },
  );
  route(
    app,
    services,
    invitationCalls.resendInvitation,
    (ctx, { params, request }) =>
      withLinkOnce(ctx, invitationCalls.resendInvitation, request, {
        content: params,
        make: (sending) => resendInvitation(sending, params.id),
      }),
    { transaction: "manual" },
  );
  route(app, services, invitationCalls.withdrawInvitation, (ctx, { params }) =>
    withdrawInvitation(signedIn(ctx), params.id),
  );
  route(app, services, invitationCalls.lookUpInvitation, (ctx, { body }) =>
    lookUpInvitation(ctx, body.token),
  );
}

/** Runs `make` once per `Idempotency-Key`. The response is stored without the link, so that a repetition gets none. */
async function withLinkOnce(
  ctx: Ctx,
  endpoint: Endpoint,
  request: FastifyRequest,
  {
    content,
    make,
  }: { content: unknown; make: (ctx: SignedInCtx) => Promise<{ invitation: Invitation; link: string }> },
) {
  let link: string | null = null;
  const kept = await ctx.db.transaction().execute((db) => {
    const inviting = signedIn({ ...ctx, db });
    return withIdempotencyKey(inviting, endpoint, request, {
      content,
      run: async () => {
        const made = await make(inviting);
        link = made.link;
        return { ...made.invitation, link: null };
      },
    });
  });
  return kept instanceof RawJson ? { ...JSON.parse(kept.text), link } : kept;
}
