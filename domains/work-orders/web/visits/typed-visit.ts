import { type TypedSpan, toInstants } from "../spans/typed-span.ts";

/** A visit as typed. */
export interface TypedVisit extends TypedSpan {
  note?: string;
}

/** Converts a visit at a property in that time zone to the body of the request. */
export function toProposal({ note, ...typed }: TypedVisit, timeZone: string) {
  const { from, to } = toInstants(typed, timeZone);
  return { from, to: to ?? "", ...(note === undefined || note === "" ? {} : { note }) };
}
