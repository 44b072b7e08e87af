import type { FastifyInstance, FastifyRequest } from "fastify";
import { readTwoFactor } from "#domains/accounts/server/two-factor/two-factor.ts";
import { finishWorkSignIn as finishWorkSignInEndpoint } from "#domains/accounts/work-account-contract.ts";
import type { Services, SignedInCtx } from "#server/http/context.ts";
import { sendCsv } from "#server/http/endpoints/csv.ts";
import { RawJson } from "#server/http/endpoints/response.ts";
import { route } from "#server/http/endpoints/route.ts";
import { readExpectedVersion } from "#server/http/requests/expected-version.ts";
import { withIdempotencyKey } from "#server/http/requests/idempotency.ts";
import { inTransaction } from "#server/http/requests/transaction.ts";
import type { Endpoint } from "#shared/http/endpoint.ts";
import { getGrant } from "#shared/permissions.ts";
import type { Invitation } from "../invitation-contract.ts";
import * as invitationCalls from "../invitation-contract.ts";
import * as peopleCalls from "../people-contract.ts";
import * as profile from "../profile-contract.ts";
import * as registration from "../registration-contract.ts";
import { approvePerson } from "./approvals/approve-person.ts";
import { declinePerson } from "./approvals/decline-person.ts";
import { undoApproval } from "./approvals/undo-approval.ts";
import { disablePerson, enablePerson, signOutPerson } from "./directory/disable-person.ts";
import { editPerson } from "./directory/edit-person.ts";
import { personList } from "./directory/list-people.ts";
import { findAssignments, findPerson } from "./directory/person-queries.ts";
import { presentPerson } from "./directory/present-person.ts";
import { resetTwoFactor } from "./directory/reset-two-factor.ts";
import { unlinkWorkAccount } from "./directory/unlink-work-account.ts";
import { invite } from "./invitations/invite.ts";
import { invitationList } from "./invitations/list-invitations.ts";
import { lookUpInvitation } from "./invitations/open-invitation.ts";
import { resendInvitation } from "./invitations/resend-invitation.ts";
import { withdrawInvitation } from "./invitations/withdraw-invitation.ts";
import { editProfile } from "./profile/edit-profile.ts";
import { register } from "./registration/register.ts";
import { requestAccessAgain } from "./registration/request-access-again.ts";
import { listOfferedUnits } from "./units.ts";
import { finishWorkSignIn } from "./work-accounts/finish-work-sign-in.ts";
import { findWorkAccount } from "./work-accounts/linked-accounts.ts";

const successResponse = { success: true } as const;

/** Binds registration, invitations, approvals, people, and the profile (requirements, "Accounts and sessions"). */
export function peopleRoutes(app: FastifyInstance, services: Services): void {
  invitationRoutes(app, services);
  registrationRoutes(app, services);
  route(app, services, profile.editProfile, (ctx, { body }) => editProfile(ctx, body));
  route(app, services, peopleCalls.listPeople, (ctx, input) => personList.readPage(ctx, input));
  route(app, services, peopleCalls.exportPeople, (ctx, input) =>
    sendCsv(ctx, input, personList.toCsvTable(ctx, input.query)),
  );
  route(app, services, peopleCalls.approvePerson, (ctx, { params, body }) =>
    approvePerson(ctx, params.id, body),
  );
  route(app, services, peopleCalls.undoApproval, (ctx, { params }) => undoApproval(ctx, params.id));
  route(app, services, peopleCalls.declinePerson, (ctx, { params, body }) =>
    declinePerson(ctx, params.id, body.reason),
  );
  route(app, services, peopleCalls.readPerson, async (ctx, { params }) => {
    const { actor, db } = ctx;
    const person = await findPerson(db, actor.accessScope, params.id);
    const { propertyIds, openWorkOrderCount } = await findAssignments(db, actor.accessScope, params.id);
    const canEdit = getGrant(actor.accessScope.effectiveRole, peopleCalls.editPerson.action) !== "no";
    const hasTwoFactor = canEdit ? (await readTwoFactor(db, params.id)).onSince !== null : null;
    const workAccount = canEdit ? await findWorkAccount(ctx, params.id) : null;
    return {
      ...presentPerson(person),
      propertyIds,
      openWorkOrderCount,
      hasTwoFactor,
      workAccount,
    };
  });
  route(app, services, peopleCalls.editPerson, (ctx, { params, body, request }) =>
    editPerson(ctx, params.id, body, readExpectedVersion(request, body)),
  );
  route(app, services, peopleCalls.disablePerson, (ctx, { params, body }) =>
    disablePerson(ctx, params.id, body.reason ?? ""),
  );
  route(app, services, peopleCalls.enablePerson, (ctx, { params }) => enablePerson(ctx, params.id));
  route(app, services, peopleCalls.signOutPerson, async (ctx, { params }) => {
    await signOutPerson(ctx, params.id);
    return successResponse;
  });
  route(app, services, peopleCalls.unlinkWorkAccount, async (ctx, { params }) => {
    await unlinkWorkAccount(ctx, params.id);
    return successResponse;
  });
  route(app, services, peopleCalls.resetTwoFactor, async (ctx, { params }) => {
    await resetTwoFactor(ctx, params.id);
    return successResponse;
  });
}

function registrationRoutes(app: FastifyInstance, services: Services): void {
  // Attempts stay counted even if the request is rejected, and no transaction waits for the hashing.
  const manualTransaction = { transaction: "manual" } as const;
  route(
    app,
    services,
    registration.register,
    (ctx, { body, reply }) => register(ctx, reply, body),
    manualTransaction,
  );
  route(
    app,
    services,
    finishWorkSignInEndpoint,
    (ctx, { body, request, reply }) => finishWorkSignIn(ctx, request, reply, body.query),
    manualTransaction,
  );
  route(app, services, registration.listRegistrationUnits, ({ db }) => listOfferedUnits(db));
  route(app, services, registration.requestAccessAgain, (ctx, { body }) => requestAccessAgain(ctx, body));
}

function invitationRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, invitationCalls.listInvitations, (ctx, input) => invitationList.readPage(ctx, input));
  route(app, services, invitationCalls.exportInvitations, (ctx, input) =>
    sendCsv(ctx, input, invitationList.toCsvTable(ctx, input.query)),
  );
  route(
    app,
    services,
    invitationCalls.invite,
    (ctx, { body, request }) =>
      runWithLinkOnce(ctx, invitationCalls.invite, request, {
        content: body,
        createLink: (txCtx) => invite(txCtx, body),
      }),
    { transaction: "manual" },
  );
  route(
    app,
    services,
    invitationCalls.resendInvitation,
    (ctx, { params, request }) =>
      runWithLinkOnce(ctx, invitationCalls.resendInvitation, request, {
        content: params,
        createLink: (txCtx) => resendInvitation(txCtx, params.id),
      }),
    { transaction: "manual" },
  );
  route(app, services, invitationCalls.withdrawInvitation, (ctx, { params }) =>
    withdrawInvitation(ctx, params.id),
  );
  route(app, services, invitationCalls.lookUpInvitation, (ctx, { body }) =>
    lookUpInvitation(ctx, body.token),
  );
}

/**
 * Runs `createLink` once per `Idempotency-Key`. The response is stored without the link, so a repeated request
 * doesn't return it.
 */
async function runWithLinkOnce(
  ctx: SignedInCtx,
  endpoint: Endpoint,
  request: FastifyRequest,
  {
    content,
    createLink,
  }: {
    content: unknown;
    createLink: (ctx: SignedInCtx) => Promise<{ invitation: Invitation; link: string }>;
  },
) {
  let link: string | null = null;
  const response = await inTransaction(ctx.db, (db) => {
    const txCtx = { ...ctx, db };
    return withIdempotencyKey(txCtx, endpoint, request, {
      content,
      run: async () => {
        const result = await createLink(txCtx);
        link = result.link;
        return { ...result.invitation, link: null, isEmailed: ctx.config.smtpUrl !== undefined };
      },
    });
  });
  return response instanceof RawJson ? { ...JSON.parse(response.text), link } : response;
}
