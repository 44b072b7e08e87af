import * as z from "zod/mini";
import { idInPath } from "./fields.ts";

/** The number of rows that are counted and reachable by page number. Cursors reach every row. */
export const maxPagedRows = 10_000;

/** Formats a total. Any number beyond `maxPagedRows` is `10,000+`. */
export const formatTotal = (total: number): string =>
  total > maxPagedRows ? `${maxPagedRows.toLocaleString("en-US")}+` : total.toLocaleString("en-US");

const wholeNumber = (name: string, min: number, max: number) =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,9}$/, `${name} must be a whole number from ${min} to ${max}.`)),
    z.pipe(
      z.transform((digits: string) => Number(digits)),
      z
        .number()
        .check(
          z.minimum(min, `${name} must be a whole number from ${min} to ${max}.`),
          z.maximum(max, `${name} must be a whole number from ${min} to ${max}.`),
        ),
    ),
  );
/** Part of a list: `page` with `pageSize`, or `limit` with `cursor` in the list's default order. */
export const paging = {
  page: z.optional(wholeNumber("page", 1, 100_000_000)),
  pageSize: z.optional(wholeNumber("pageSize", 1, 100)),
  limit: z.optional(wholeNumber("limit", 1, 200)),
  cursor: z.optional(idInPath),
};
