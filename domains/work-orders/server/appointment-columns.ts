import { sql } from "kysely";
import type { EffectiveRole } from "#shared/permissions.ts";
import type { Appointment } from "../appointment.ts";
import { unfinishedStatuses } from "../status.ts";

/** Whether it's this role's turn to confirm. Used for the response and to authorize the confirmation. */
export const canConfirmVisit = (
  { state, status }: { state: string; status: string },
  role: EffectiveRole,
): boolean =>
  unfinishedStatuses.includes(status) && state === (role === "tenant" ? "awaiting_tenant" : "awaiting_staff");

/** The visit for work order `o`. */
export const appointmentColumn = sql`(select json_build_object('from', v.starts_at, 'to', v.ends_at, 'state', v.state, 'note', v.note)
  from work_order_appointments v where v.work_order_id = o.id) as appointment`;

export const presentAppointment = (visit: Appointment | null): Appointment | null =>
  visit === null
    ? null
    : { ...visit, from: new Date(visit.from).toISOString(), to: new Date(visit.to).toISOString() };
