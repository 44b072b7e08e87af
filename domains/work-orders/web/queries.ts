import { listPropertyOptions, listUnits } from "#domains/properties/choices-contract.ts";
import { endpointQuery } from "#web/query-client.ts";
import { listAssignableTeams, listAssignees, readHistory, readWorkOrder } from "../contract.ts";
import { readDeletedWorkOrder, verifyRecords } from "../files-contract.ts";
import { listPossibleWatchers } from "../watchers-contract.ts";
import { listConflicts, listMyTimes } from "../work-contract.ts";

export const workOrderQuery = (id: number) => endpointQuery(readWorkOrder, { params: { id } });

export const deletedWorkOrderQuery = (id: number) => endpointQuery(readDeletedWorkOrder, { params: { id } });

export const conflictsQuery = endpointQuery(listConflicts, {});

/** The user's recent time entries, on all work orders. */
export const myTimesQuery = endpointQuery(listMyTimes, {});

/** ACT-01, ACT-02: requested only while the work order is open. */
export const historyQuery = (id: number) => endpointQuery(readHistory, { params: { id } });

export const assigneesQuery = (id: number) => endpointQuery(listAssignees, { params: { id } });

export const possibleWatchersQuery = (id: number) => endpointQuery(listPossibleWatchers, { params: { id } });

export const teamsQuery = (id: number) => endpointQuery(listAssignableTeams, { params: { id } });

export const verifyQuery = (id: number) => endpointQuery(verifyRecords, { params: { id } });

export const propertiesQuery = endpointQuery(listPropertyOptions, {});

export const unitsQuery = (propertyId: number) => endpointQuery(listUnits, { params: { id: propertyId } });
