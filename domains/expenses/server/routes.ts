import type { FastifyInstance } from "fastify";
import type { Services } from "#server/http/context.ts";
import { sendCsv } from "#server/http/endpoints/csv.ts";
import { route } from "#server/http/endpoints/route.ts";
import { readExpectedVersion } from "#server/http/requests/expected-version.ts";
import * as budgetCalls from "../budget-contract.ts";
import * as categoryCalls from "../categories-contract.ts";
import * as calls from "../contract.ts";
import * as vendorCalls from "../vendors-contract.ts";
import { replaceBillFile, sendBillFile } from "./bills/bill-file.ts";
import { cancelBill, changeBill } from "./bills/change-bill.ts";
import { enterBill } from "./bills/enter-bill.ts";
import { bills, sumListedBills } from "./bills/list-bills.ts";
import { findBill } from "./bills/read-bill.ts";
import { buildBudgetTable, findBudget, replaceBudget } from "./budgets/budgets.ts";
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
  route(app, services, calls.listBills, (ctx, input) => bills.readPage(ctx, input));
  route(app, services, calls.exportBills, (ctx, input) =>
    sendCsv(ctx, input, bills.toCsvTable(ctx, input.query)),
  );
  route(app, services, calls.sumBills, (ctx, { query }) => sumListedBills(ctx, query));
  route(app, services, calls.readBill, (ctx, { params }) => findBill(ctx, params.id));
  route(app, services, calls.createBill, (ctx, { body }) => enterBill(ctx, body));
  route(app, services, calls.editBill, (ctx, { params, body, request }) =>
    changeBill(ctx, params.id, body, readExpectedVersion(request, body)),
  );
  route(app, services, calls.voidBill, (ctx, { params, body, request }) =>
    cancelBill(ctx, params.id, body.reason, readExpectedVersion(request, body)),
  );
  route(
    app,
    services,
    calls.storeBillFile,
    (ctx, { params, request }) => replaceBillFile(ctx, params.id, request),
    { transaction: "manual" },
  );
  route(app, services, calls.readBillFile, (ctx, { params, request, reply }) =>
    sendBillFile(ctx, { request, reply }, params.id),
  );
  route(app, services, budgetCalls.readBudget, (ctx, { params }) => findBudget(ctx, params));
  route(app, services, budgetCalls.exportBudget, async (ctx, input) =>
    sendCsv(ctx, input, await buildBudgetTable(ctx, input.params)),
  );
  route(app, services, budgetCalls.saveBudget, (ctx, { params, body }) => replaceBudget(ctx, params, body));
}
