import { addDays, type Day, monthEnd, monthStart } from "#shared/calendar.ts";

const daysToPay = 30;

interface BillDates {
  billedOn: Day;
  serviceFrom?: Day | undefined;
  serviceTo?: Day | undefined;
  dueOn?: Day | undefined;
}

/** Returns the dates of a bill, which is for the month of its date and due in 30 days unless it says otherwise (EXP-05). */
export function withDefaultDates({
  billedOn,
  serviceFrom = monthStart(billedOn),
  serviceTo = monthEnd(serviceFrom),
  dueOn = addDays(billedOn, daysToPay),
}: BillDates): Required<Record<keyof BillDates, Day>> {
  return { billedOn, serviceFrom, serviceTo, dueOn };
}
