import type { FastifyInstance } from "fastify";
import { type Services, type SignedInCtx, signedIn } from "#server/http/context.ts";
import { sendCsv } from "#server/http/csv.ts";
import { route } from "#server/http/route.ts";
import { seenVersion } from "#server/http/seen-version.ts";
import * as companyCalls from "../company-contract.ts";
import * as calls from "../contract.ts";
import * as members from "../member-contract.ts";
import * as terms from "../terms-contract.ts";
import { activateLease } from "./activate-lease.ts";
import type { JustPosted } from "./charge-lease.ts";
import { companies, createCompany, editCompany, readCompany } from "./companies.ts";
import { createLease } from "./create-lease.ts";
import { deleteLease } from "./delete-lease.ts";
import { editLease } from "./edit-lease.ts";
import { endLease, giveNotice } from "./end-lease.ts";
import { membersAsTable, scheduleAsTable, unitsAsTable } from "./export-lease.ts";
import { historyOf } from "./history.ts";
import { leases } from "./list-leases.ts";
import { addMember, editMember, endMembership } from "./members.ts";
import { presentLease } from "./present.ts";
import { presentTerms } from "./present-terms.ts";
import { previewSchedule } from "./preview-schedule.ts";
import { findLease } from "./queries.ts";
import { findTerms } from "./terms-queries.ts";
import { amendLease, writeTerms } from "./write-terms.ts";

/** The response to every change: the lease as it is now, with what the change charged or took back. */
const asItIs = async (ctx: SignedInCtx, id: number, posted?: JustPosted) => ({
  ...presentLease(await findLease(ctx, id), ctx.actor),
  ...(posted === undefined || posted.entries === 0 ? {} : { justPosted: posted }),
});

const termsAsTheyAre = async (ctx: SignedInCtx, id: number) =>
  presentTerms(await findTerms(ctx, id), ctx.actor);

/** Binds the calls of companies and leases (requirements, "Model"). */
export function leaseRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, companyCalls.listCompanies, (ctx, input) => companies.response(signedIn(ctx), input));
  route(app, services, companyCalls.exportCompanies, (ctx, input) =>
    sendCsv(signedIn(ctx), input, companies.table(signedIn(ctx), input.query)),
  );
  route(app, services, companyCalls.readCompany, (ctx, { params }) => readCompany(signedIn(ctx), params.id));
  route(app, services, companyCalls.createCompany, (ctx, { body }) => createCompany(signedIn(ctx), body));
  route(app, services, companyCalls.editCompany, (ctx, { params, body, request }) =>
    editCompany(signedIn(ctx), params.id, body, seenVersion(request, body)),
  );
  route(app, services, calls.listLeases, (ctx, input) => leases.response(signedIn(ctx), input));
  route(app, services, calls.exportLeases, (ctx, input) =>
    sendCsv(signedIn(ctx), input, leases.table(signedIn(ctx), input.query)),
  );
  route(app, services, calls.createLease, async (ctx, { body }) =>
    asItIs(signedIn(ctx), await createLease(signedIn(ctx), body)),
  );
  route(app, services, calls.readLease, (ctx, { params }) => asItIs(signedIn(ctx), params.id));
  route(app, services, calls.editLease, async (ctx, { params, body, request }) => {
    const posted = await editLease(signedIn(ctx), params.id, body, seenVersion(request, body));
    return asItIs(signedIn(ctx), params.id, posted);
  });
  route(app, services, calls.activateLease, async (ctx, { params, body, request }) => {
    const posted = await activateLease(signedIn(ctx), params.id, seenVersion(request, body));
    return asItIs(signedIn(ctx), params.id, posted);
  });
  route(app, services, calls.giveNotice, async (ctx, { params, body, request }) => {
    const posted = await giveNotice(signedIn(ctx), params.id, body.to, seenVersion(request, body));
    return asItIs(signedIn(ctx), params.id, posted);
  });
  route(app, services, calls.endLease, async (ctx, { params, body, request }) => {
    const posted = await endLease(signedIn(ctx), params.id, body.on, seenVersion(request, body));
    return asItIs(signedIn(ctx), params.id, posted);
  });
  route(app, services, calls.deleteLease, async (ctx, { params }) => {
    await deleteLease(signedIn(ctx), params.id);
    return { success: true as const };
  });
  route(app, services, calls.exportUnitsOfLease, async (ctx, input) =>
    sendCsv(signedIn(ctx), input, await unitsAsTable(signedIn(ctx), input.params.id)),
  );
  route(app, services, members.exportMembers, async (ctx, input) =>
    sendCsv(signedIn(ctx), input, await membersAsTable(signedIn(ctx), input.params.id)),
  );
  route(app, services, members.addMember, async (ctx, { params, body }) => {
    await addMember(signedIn(ctx), params.id, body);
    return asItIs(signedIn(ctx), params.id);
  });
  route(app, services, members.editMember, async (ctx, { params, body }) => {
    await editMember(signedIn(ctx), params, body);
    return asItIs(signedIn(ctx), params.id);
  });
  route(app, services, members.endMembership, async (ctx, { params }) => {
    await endMembership(signedIn(ctx), params);
    return asItIs(signedIn(ctx), params.id);
  });
  route(app, services, terms.readTerms, (ctx, { params }) => termsAsTheyAre(signedIn(ctx), params.id));
  route(app, services, terms.writeTerms, async (ctx, { params, body, request }) => {
    await writeTerms(signedIn(ctx), params.id, body, seenVersion(request, body));
    return termsAsTheyAre(signedIn(ctx), params.id);
  });
  route(app, services, terms.amendLease, async (ctx, { params, body, request }) => {
    await amendLease(signedIn(ctx), params.id, body, seenVersion(request, body));
    return termsAsTheyAre(signedIn(ctx), params.id);
  });
  route(app, services, terms.previewSchedule, (ctx, { params, body }) =>
    previewSchedule(signedIn(ctx), params.id, body),
  );
  route(app, services, terms.exportSchedule, async (ctx, input) =>
    sendCsv(signedIn(ctx), input, await scheduleAsTable(signedIn(ctx), input.params.id)),
  );
  route(app, services, calls.readLeaseHistory, (ctx, { params }) => historyOf(signedIn(ctx), params.id));
}
