import type { FastifyInstance } from "fastify";
import type { Services } from "#server/http/context.ts";
import { sendCsv } from "#server/http/endpoints/csv.ts";
import { route } from "#server/http/endpoints/route.ts";
import { readExpectedVersion } from "#server/http/requests/expected-version.ts";
import { listPropertyOptions, listUnits } from "../choices-contract.ts";
import {
  createProperty as createPropertyEndpoint,
  createUnit as createUnitEndpoint,
  createUnits as createUnitsEndpoint,
  deleteProperty as deletePropertyEndpoint,
  deleteUnit as deleteUnitEndpoint,
  editProperty as editPropertyEndpoint,
  editUnit as editUnitEndpoint,
  exportProperties,
  exportUnits,
  listProperties,
  listUnitsByOccupancy,
  listVacantUnits,
  readPhoto,
  readProperty,
  readPropertyOverview,
  readStackingPlan,
  readUnit,
  removePhoto,
  setPhoto,
} from "../contract.ts";
import { createProperty } from "./properties/create-property.ts";
import { deleteProperty } from "./properties/delete-property.ts";
import { editProperty } from "./properties/edit-property.ts";
import { propertyList, propertyOptionList } from "./properties/list-properties.ts";
import { changePhoto, deletePhoto, sendPhoto } from "./properties/photo.ts";
import { findProperty, readPropertyDetails } from "./properties/property-queries.ts";
import { getPropertyOverview } from "./properties/read-overview.ts";
import { getStackingPlan } from "./properties/read-stacking-plan.ts";
import { createUnit, createUnits } from "./units/create-unit.ts";
import { deleteUnit } from "./units/delete-unit.ts";
import { editUnit } from "./units/edit-unit.ts";
import { definePropertyUnitList, unitList, vacantUnitList } from "./units/list-units.ts";
import { readUnitDetails } from "./units/unit-queries.ts";

/**
 * Registers the routes for properties and units (PROP-04, APR-20, AUN-19; requirements, "Calls beyond the
 * rows").
 */
export function propertyRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, listPropertyOptions, (ctx, input) => propertyOptionList.readPage(ctx, input));
  route(app, services, listProperties, (ctx, input) => propertyList.readPage(ctx, input));
  route(app, services, exportProperties, (ctx, input) =>
    sendCsv(ctx, input, propertyList.toCsvTable(ctx, input.query)),
  );
  route(app, services, createPropertyEndpoint, (ctx, { body }) => createProperty(ctx, body));
  route(app, services, readProperty, (ctx, { params }) => readPropertyDetails(ctx, params.id));
  route(app, services, readPropertyOverview, (ctx, { params }) => getPropertyOverview(ctx, params.id));
  route(app, services, readStackingPlan, (ctx, { params }) => getStackingPlan(ctx, params.id));
  route(app, services, editPropertyEndpoint, (ctx, { params, body, request }) =>
    editProperty(ctx, params.id, body, readExpectedVersion(request, body)),
  );
  route(app, services, deletePropertyEndpoint, async (ctx, { params, request }) => {
    await deleteProperty(ctx, params.id, readExpectedVersion(request));
    return { success: true as const };
  });
  route(app, services, readPhoto, (ctx, { params, query, request, reply }) =>
    sendPhoto(ctx, { request, reply }, params.id, query.size ?? "full"),
  );
  route(
    app,
    services,
    setPhoto,
    (ctx, { params, request, reply }) => changePhoto(ctx, params.id, { request, reply }),
    { transaction: "manual" },
  );
  route(app, services, removePhoto, (ctx, { params }) => deletePhoto(ctx, params.id));

  route(app, services, listUnits, async (ctx, input) => {
    const { id } = await findProperty(ctx, input.params.id);
    return definePropertyUnitList(id).readPage(ctx, input);
  });
  route(app, services, listVacantUnits, (ctx, input) => vacantUnitList.readPage(ctx, input));
  route(app, services, listUnitsByOccupancy, (ctx, input) => unitList.readPage(ctx, input));
  route(app, services, exportUnits, (ctx, input) =>
    sendCsv(ctx, input, unitList.toCsvTable(ctx, input.query)),
  );
  route(app, services, createUnitEndpoint, (ctx, { body }) => createUnit(ctx, body));
  route(app, services, createUnitsEndpoint, (ctx, { params, body }) =>
    createUnits(ctx, params.id, body.units),
  );
  route(app, services, readUnit, (ctx, { params }) => readUnitDetails(ctx, params.id));
  route(app, services, editUnitEndpoint, (ctx, { params, body, request }) =>
    editUnit(ctx, params.id, body, readExpectedVersion(request, body)),
  );
  route(app, services, deleteUnitEndpoint, async (ctx, { params, request }) => {
    await deleteUnit(ctx, params.id, readExpectedVersion(request));
    return { success: true as const };
  });
}
