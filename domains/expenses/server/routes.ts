import type { FastifyInstance } from "fastify";
import type { Services } from "#server/http/context.ts";
import { sendCsv } from "#server/http/endpoints/csv.ts";
import { route } from "#server/http/endpoints/route.ts";
import { readExpectedVersion } from "#server/http/requests/expected-version.ts";
import * as categoryCalls from "../categories-contract.ts";
import * as vendorCalls from "../vendors-contract.ts";
import { addCategory, categories, changeCategory } from "./categories/categories.ts";
import {
  addPool,
  changePool,
  changePoolYear,
  readPools,
  readPoolYears,
  removePool,
} from "./categories/pools.ts";
import { addVendor, changeVendor, vendors } from "./vendors/vendors.ts";

/** Registers the routes for operating expenses (EXP-01 to EXP-19). */
export function expenseRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, categoryCalls.listPools, (ctx) => readPools(ctx));
  route(app, services, categoryCalls.createPool, (ctx, { body }) => addPool(ctx, body));
  route(app, services, categoryCalls.editPool, (ctx, { params, body, request }) =>
    changePool(ctx, params.id, body, readExpectedVersion(request, body)),
  );
  route(app, services, categoryCalls.deletePool, async (ctx, { params }) => {
    await removePool(ctx, params.id);
    return { success: true as const };
  });
  route(app, services, categoryCalls.listCategories, (ctx, input) => categories.readPage(ctx, input));
  route(app, services, categoryCalls.exportCategories, (ctx, input) =>
    sendCsv(ctx, input, categories.toCsvTable(ctx, input.query)),
  );
  route(app, services, categoryCalls.createCategory, (ctx, { body }) => addCategory(ctx, body));
  route(app, services, categoryCalls.editCategory, (ctx, { params, body, request }) =>
    changeCategory(ctx, params.id, body, readExpectedVersion(request, body)),
  );
  route(app, services, categoryCalls.listPoolYears, (ctx, { params }) => readPoolYears(ctx, params.id));
  route(app, services, categoryCalls.setPoolYear, (ctx, { params, body }) =>
    changePoolYear(ctx, params, body.startMonth),
  );
  route(app, services, vendorCalls.listVendors, (ctx, input) => vendors.readPage(ctx, input));
  route(app, services, vendorCalls.exportVendors, (ctx, input) =>
    sendCsv(ctx, input, vendors.toCsvTable(ctx, input.query)),
  );
  route(app, services, vendorCalls.createVendor, (ctx, { body }) => addVendor(ctx, body));
  route(app, services, vendorCalls.editVendor, (ctx, { params, body, request }) =>
    changeVendor(ctx, params.id, body, readExpectedVersion(request, body)),
  );
}
