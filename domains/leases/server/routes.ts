import type { FastifyInstance } from "fastify";
import type { Services, SignedInCtx } from "#server/http/context.ts";
import { sendCsv } from "#server/http/endpoints/csv.ts";
import { route } from "#server/http/endpoints/route.ts";
import { readExpectedVersion } from "#server/http/requests/expected-version.ts";
import * as companyCalls from "../company-contract.ts";
import * as calls from "../contract.ts";
import * as members from "../member-contract.ts";
import * as terms from "../terms-contract.ts";
import { companies, createCompany, editCompany, readCompany } from "./companies/companies.ts";
import { activateLease } from "./lifecycle/activate-lease.ts";
import { createLease } from "./lifecycle/create-lease.ts";
import { deleteLease } from "./lifecycle/delete-lease.ts";
import { editLease } from "./lifecycle/edit-lease.ts";
import { endLease, recordNotice, withdrawNotice } from "./lifecycle/end-lease.ts";
import { buildMembersTable, buildScheduleTable, buildUnitsTable } from "./lists/export-lease.ts";
import { readHistory } from "./lists/history.ts";
import { leases } from "./lists/list-leases.ts";
import { addMember, editMember, removeMember } from "./members/members.ts";
import { presentLease } from "./present.ts";
import { findLease } from "./queries.ts";
import type { PostedCharges } from "./terms/charge-lease.ts";
import { presentTerms } from "./terms/present-terms.ts";
import { previewSchedule } from "./terms/preview-schedule.ts";
import { findLeaseWithTerms } from "./terms/terms-queries.ts";
import { amendLease, writeTerms } from "./terms/write-terms.ts";

/** The response to every change: the current lease, and the charges that the change posted or reversed. */
const buildLeaseResponse = async (ctx: SignedInCtx, id: number, postedCharges?: PostedCharges) => ({
  ...presentLease(await findLease(ctx, id), ctx.actor),
  ...(postedCharges === undefined || postedCharges.entries === 0 ? {} : { justPosted: postedCharges }),
});

const buildTermsResponse = async (ctx: SignedInCtx, id: number) =>
  presentTerms(await findLeaseWithTerms(ctx, id), ctx.actor);

/** Registers the routes for companies and leases (requirements, "Model"). */
export function leaseRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, companyCalls.listCompanies, (ctx, input) => companies.readPage(ctx, input));
  route(app, services, companyCalls.exportCompanies, (ctx, input) =>
    sendCsv(ctx, input, companies.toCsvTable(ctx, input.query)),
  );
  route(app, services, companyCalls.readCompany, (ctx, { params }) => readCompany(ctx, params.id));
  route(app, services, companyCalls.createCompany, (ctx, { body }) => createCompany(ctx, body));
  route(app, services, companyCalls.editCompany, (ctx, { params, body, request }) =>
    editCompany(ctx, params.id, body, readExpectedVersion(request, body)),
  );
  route(app, services, calls.listLeases, (ctx, input) => leases.readPage(ctx, input));
  route(app, services, calls.exportLeases, (ctx, input) =>
    sendCsv(ctx, input, leases.toCsvTable(ctx, input.query)),
  );
  route(app, services, calls.createLease, async (ctx, { body }) =>
    buildLeaseResponse(ctx, await createLease(ctx, body)),
  );
  route(app, services, calls.readLease, (ctx, { params }) => buildLeaseResponse(ctx, params.id));
  route(app, services, calls.editLease, async (ctx, { params, body, request }) => {
    const postedCharges = await editLease(ctx, params.id, body, readExpectedVersion(request, body));
    return buildLeaseResponse(ctx, params.id, postedCharges);
  });
  route(app, services, calls.activateLease, async (ctx, { params, body, request }) => {
    const postedCharges = await activateLease(ctx, params.id, readExpectedVersion(request, body));
    return buildLeaseResponse(ctx, params.id, postedCharges);
  });
  route(app, services, calls.recordNotice, async (ctx, { params, body, request }) => {
    const postedCharges = await recordNotice(ctx, params.id, body.to, readExpectedVersion(request, body));
    return buildLeaseResponse(ctx, params.id, postedCharges);
  });
  route(app, services, calls.withdrawNotice, async (ctx, { params, body, request }) => {
    const postedCharges = await withdrawNotice(ctx, params.id, readExpectedVersion(request, body));
    return buildLeaseResponse(ctx, params.id, postedCharges);
  });
  route(app, services, calls.endLease, async (ctx, { params, body, request }) => {
    const postedCharges = await endLease(ctx, params.id, body.on, readExpectedVersion(request, body));
    return buildLeaseResponse(ctx, params.id, postedCharges);
  });
  route(app, services, calls.deleteLease, async (ctx, { params }) => {
    await deleteLease(ctx, params.id);
    return { success: true as const };
  });
  route(app, services, calls.exportLeaseUnits, async (ctx, input) =>
    sendCsv(ctx, input, await buildUnitsTable(ctx, input.params.id)),
  );
  route(app, services, members.exportMembers, async (ctx, input) =>
    sendCsv(ctx, input, await buildMembersTable(ctx, input.params.id)),
  );
  route(app, services, members.addMember, async (ctx, { params, body }) => {
    await addMember(ctx, params.id, body);
    return buildLeaseResponse(ctx, params.id);
  });
  route(app, services, members.editMember, async (ctx, { params, body }) => {
    await editMember(ctx, params, body);
    return buildLeaseResponse(ctx, params.id);
  });
  route(app, services, members.removeMember, async (ctx, { params }) => {
    await removeMember(ctx, params);
    return buildLeaseResponse(ctx, params.id);
  });
  route(app, services, terms.readTerms, (ctx, { params }) => buildTermsResponse(ctx, params.id));
  route(app, services, terms.writeTerms, async (ctx, { params, body, request }) => {
    await writeTerms(ctx, params.id, body, readExpectedVersion(request, body));
    return buildTermsResponse(ctx, params.id);
  });
  route(app, services, terms.amendLease, async (ctx, { params, body, request }) => {
    await amendLease(ctx, params.id, body, readExpectedVersion(request, body));
    return buildTermsResponse(ctx, params.id);
  });
  route(app, services, terms.previewSchedule, (ctx, { params, body }) =>
    previewSchedule(ctx, params.id, body),
  );
  route(app, services, terms.exportSchedule, async (ctx, input) =>
    sendCsv(ctx, input, await buildScheduleTable(ctx, input.params.id)),
  );
  route(app, services, calls.readLeaseHistory, (ctx, { params }) => readHistory(ctx, params.id));
}
