import { type TypedSpan, toInstants } from "../spans/typed-span.ts";

export interface TypedVisit extends TypedSpan {
  note?: string;
}

/** Converts a visit, typed in the property's time zone, to the request body. */
export function toProposal({ note, ...typed }: TypedVisit, timeZone: string) {
  const { from, to } = toInstants(typed, timeZone);
  return { from, to: to ?? "", ...(note === undefined || note === "" ? {} : { note }) };
}
