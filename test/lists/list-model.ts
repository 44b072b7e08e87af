import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { TestPortal } from "../portal.ts";
import { isTorture } from "../torture.ts";

/*
 * Compares a list with a model: a plain filter and sort over all rows. Covers pages, cursors, totals, and the CSV
 * file, for every viewer, with each filter value and search text alone and with combinations of them.
 */

type Selected = Readonly<Record<string, string | undefined>>;

export interface ModelFilter<Row, Viewer extends string> {
  values: () => readonly (string | number)[];
  matches: (row: Row, value: string, input: { viewer: Viewer; selected: Selected }) => boolean;
}

export interface ListModel<Row extends { id: number }, Viewer extends string> {
  viewers: readonly Viewer[];
  rows: () => readonly Row[] | Promise<readonly Row[]>;
  canSee: (row: Row, viewer: Viewer) => boolean;
  filters?: Record<string, ModelFilter<Row, Viewer>>;
  /** Newest first by default. */
  compare?: (a: Row, b: Row) => number;
  /** The comparisons of the `sort` parameter. */
  sorts?: Readonly<Record<string, (a: Row, b: Row) => number>>;
  /** Whether the list without paging parameters contains all rows. */
  isUnpaged?: boolean;
  /** A column of the CSV file and its text for a row. */
  csv?: readonly [column: string, text: (row: Row) => string];
  /** Parameters of every request. */
  baseQuery?: Readonly<Record<string, string>>;
}

export interface ListFixtures<Viewer extends string> {
  portal: TestPortal;
  people: Readonly<Record<Viewer, { cookie: string }>>;
}

/** The number of filter combinations per viewer. */
const combinations = isTorture ? 100 : 3;

/** Tests that a list matches its model. */
export function describeList<Row extends { id: number }, Viewer extends string>(
  path: string,
  fixtures: () => ListFixtures<Viewer>,
  model: ListModel<Row, Viewer>,
): void {
  describe(`${path} compared with a plain filter over all rows`, () => {
    test.each(model.viewers.map((viewer, at) => ({ viewer, at })))(
      "the list for the $viewer matches a plain filter for every query",
      async ({ viewer, at }) => {
        const rows = (await model.rows()).filter((row) => model.canSee(row, viewer));
        let count = at;
        const isCorrect = async (query: ListQuery) => {
          const matching = findMatching(rows, model, { ...query, viewer });
          // Without the torture run, each CSV file is requested by one of the viewers.
          const withCsv = isTorture || count++ % model.viewers.length === 0;
          await expectList(path, fixtures(), model, { ...query, viewer, matching, withCsv });
        };
        const alone = queriesWithOneFilter(model);
        await fc.assert(fc.asyncProperty(arbitraryQuery(model), isCorrect), {
          numRuns: alone.length + combinations,
          examples: alone.map((query) => [query]),
        });
      },
      isTorture ? 7_200_000 : 120_000,
    );
  });
}

interface ListQuery {
  selected: Selected;
  sort: string | undefined;
  page: number;
  pageSize: number;
}

function queriesWithOneFilter<Row extends { id: number }, Viewer extends string>({
  filters = {},
  sorts = {},
}: ListModel<Row, Viewer>): ListQuery[] {
  const paging = { page: 1, pageSize: 10 };
  return [
    { ...paging, selected: {}, sort: undefined },
    ...Object.entries(filters).flatMap(([name, { values }]) =>
      values().map((value) => ({ ...paging, selected: { [name]: String(value) }, sort: undefined })),
    ),
    ...Object.keys(sorts).map((sort) => ({ ...paging, selected: {}, sort })),
  ];
}

function arbitraryQuery<Row extends { id: number }, Viewer extends string>({
  filters = {},
  sorts = {},
}: ListModel<Row, Viewer>): fc.Arbitrary<ListQuery> {
  const pickSome = (values: readonly (string | number)[]) =>
    fc.option(fc.constantFrom(...values.map(String)), { freq: 2, nil: undefined });
  return fc.record({
    selected: fc.record(
      Object.fromEntries(Object.entries(filters).map(([name, { values }]) => [name, pickSome(values())])),
    ),
    sort: Object.keys(sorts).length === 0 ? fc.constant(undefined) : pickSome(Object.keys(sorts)),
    page: fc.integer({ min: 1, max: 4 }),
    pageSize: fc.integer({ min: 1, max: 20 }),
  });
}

function findMatching<Row extends { id: number }, Viewer extends string>(
  rows: readonly Row[],
  { filters = {}, sorts = {}, compare = (a, b) => b.id - a.id }: ListModel<Row, Viewer>,
  { selected, sort, viewer }: ListQuery & { viewer: Viewer },
): Row[] {
  return rows
    .filter((row) =>
      Object.entries(selected).every(
        ([name, value]) => value === undefined || filters[name]?.matches(row, value, { viewer, selected }),
      ),
    )
    .sort((sort === undefined ? undefined : sorts[sort]) ?? compare);
}

async function expectList<Row extends { id: number }, Viewer extends string>(
  path: string,
  { portal, people }: ListFixtures<Viewer>,
  { isUnpaged = false, csv, baseQuery = {} }: ListModel<Row, Viewer>,
  query: ListQuery & { viewer: Viewer; matching: Row[]; withCsv: boolean },
): Promise<void> {
  const { selected, sort, page, pageSize, matching } = query;
  const ids = matching.map(({ id }) => id);
  const search = new URLSearchParams({ ...baseQuery, ...(sort !== undefined && { sort }) });
  for (const [name, value] of Object.entries(selected)) if (value !== undefined) search.set(name, value);
  const parameters = search.toString();
  const get = async (url: string) => {
    const response = await portal.call("GET", url, { cookie: people[query.viewer].cookie });
    expect(response.statusCode, `${url}: ${response.body}`).toBe(200);
    return response;
  };
  type Response = Awaited<ReturnType<typeof get>>;
  const idsIn = (response: Response) => {
    const body = response.json<Row[] | { items: Row[] }>();
    return (Array.isArray(body) ? body : body.items).map(({ id }) => id);
  };
  const list = (paging: string) => get(`${path}?${parameters}&${paging}`);

  const numbered = await list(`page=${page}&pageSize=${pageSize}`);
  expect(idsIn(numbered)).toEqual(ids.slice((page - 1) * pageSize, page * pageSize));
  expect(numbered.headers["x-total-count"]).toBe(String(ids.length));
  expect(numbered.headers.link !== undefined).toBe(page * pageSize < ids.length);

  // Only the first few parts of a long list are followed.
  const walked: number[] = [];
  const limit = pageSize * 5;
  let next: string | undefined = `${path}?${parameters}&limit=${limit}`;
  for (let part = 0; next !== undefined && part < 6; part += 1) {
    const response: Response = await get(next);
    walked.push(...idsIn(response));
    next = /<([^>]+)>; rel="next"/.exec(String(response.headers.link))?.[1];
  }
  expect(walked).toEqual(next === undefined ? ids : ids.slice(0, limit * 6));
  const whole = isUnpaged ? idsIn(await get(`${path}?${parameters}`)) : ids;
  expect(whole).toEqual(ids);
  if (csv === undefined || !query.withCsv) return;
  const [column, text] = csv;
  const file = parse((await get(`${path}.csv?${parameters}`)).body, { bom: true, columns: true });
  expect((file as Record<string, string>[]).map((line) => line[column])).toEqual(matching.map(text));
}
