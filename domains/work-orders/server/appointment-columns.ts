import { sql } from "kysely";
import type { Role } from "#shared/roles.ts";
import type { Appointment } from "../appointment.ts";
import { unfinishedStatuses } from "../status.ts";

/** Whether it is this role's turn to agree; the same rule for the response and for the agreement itself. */
export const mayAgree = ({ state, status }: { state: string; status: string }, role: Role): boolean =>
  unfinishedStatuses.includes(status) && state === (role === "tenant" ? "tenant_asked" : "staff_asked");

/** The visit of an order `o`, from `left join work_order_appointments v`. */
export const appointmentColumn = sql`case when v.work_order_id is not null then
  json_build_object('from', v.starts_at, 'to', v.ends_at, 'state', v.state, 'note', v.note) end as appointment`;

export const presentAppointment = (visit: Appointment | null): Appointment | null =>
  visit === null
    ? null
    : { ...visit, from: new Date(visit.from).toISOString(), to: new Date(visit.to).toISOString() };
