import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { json } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { multipart } from "#test/form.ts";
import { createProperty } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import { tableContents } from "#test/table-contents.ts";
import { isTorture } from "#test/torture.ts";
import { type FileImport, type ImportError, maxImportBytes, maxImportRows } from "../../contract.ts";
import { importKindNames } from "../../import-kinds.ts";

let portal: TestPortal;
let building: TestBuilding;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
});
afterAll(() => portal.close());

const send = (kind: string, content: string | Buffer, cookie = building.admin.cookie, headers = {}) => {
  const form = multipart({ kind }, [
    { name: "file", fileName: "mine.csv", type: "text/csv", content: Buffer.from(content as string) },
  ]);
  return portal.call("POST", "/api/imports", {
    cookie,
    body: form.body,
    headers: { ...form.headers, ...headers },
  });
};
const check = async (kind: string, content: string | Buffer): Promise<FileImport> => {
  const response = await send(kind, content);
  expect(response.statusCode, response.body).toBe(201);
  return response.json<FileImport>();
};
const readErrors = async (id: number, cookie = building.admin.cookie) =>
  (await portal.call("GET", `/api/imports/${id}/errors`, { cookie })).json<ImportError[]>();
const findErrors = async (kind: string, content: string) => {
  const { id, rows, badRows, errors } = await check(kind, content);
  const found = await readErrors(id);
  expect(found).toHaveLength(errors);
  return {
    rows,
    badRows,
    errors: found.map(({ line, column, message }) => `${line} ${column}: ${message}`),
  };
};

const unitHead = "Property,Unit number,Type";

test("names match regardless of how a spreadsheet writes spaces, accents, dashes, and apostrophes", async () => {
  await createProperty(portal.db, { name: "San Jos\u00e9\u2013O\u2019Hara Center" });
  const { errors } = await findErrors(
    "units",
    `${unitHead}\nHarbor\u00a0 House,N1,office\n\u200bHarbor House\u2003,N\u00e92,office\nSAN JOSE-O'HARA CENTER,N3,office\nHarbor House,Ne\u03012,office\n`,
  );
  expect(errors).toEqual(["5 Unit number: This unit is already on line 3."]);
});

describe("an unreadable file gets one error message, and none of it is stored", () => {
  const unit = "Harbor House,A1,office";
  const cases: [name: string, content: string | Buffer, status: number, sentence: RegExp, kind?: string][] = [
    ["empty", "", 400, /is empty/],
    ["only blank lines", "\n\n  \n", 400, /is empty/],
    ["a header alone", `${unitHead}\n`, 400, /no data/],
    ["UTF-16 with its mark", Buffer.from(`\uFEFF${unitHead}\n${unit}\n`, "utf16le"), 415, /UTF-16/],
    ["UTF-16 without a mark", Buffer.from(`${unitHead}\n${unit}\n`, "utf16le"), 415, /UTF-16/],
    [
      "Latin-1",
      Buffer.from(`${unitHead}\nCafé House,A1,office\n`, "latin1"),
      400,
      /isn't saved as UTF-8.*line/,
    ],
    [
      "truncated within a character",
      Buffer.concat([Buffer.from(`${unitHead}\nCaf`), Buffer.from([0xc3])]),
      400,
      /isn't saved as UTF-8/,
    ],
    ["a spreadsheet", Buffer.from([0x50, 0x4b, 3, 4, 20, 0, 6, 0, 8, 0]), 415, /spreadsheet.*CSV UTF-8/],
    ["an old spreadsheet", Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2, 3, 4, 5]), 415, /spreadsheet/],
    [
      "binary",
      Buffer.concat([Buffer.from("ABCDEFGHIJK"), Buffer.alloc(50), Buffer.from("x")]),
      415,
      /isn't a CSV or XLSX file/,
    ],
    [
      "an unclosed quotation mark",
      `${unitHead}\n${unit}\n"Harbor House,A2,office\nx,y,z\n`,
      400,
      /opened after line 2 is never closed/,
    ],
    [
      "a quotation mark in the middle",
      `${unitHead}\n${unit}\nHarbor "House",A2,office\n`,
      400,
      /line 3 has a misplaced quotation mark/,
    ],
    ["one long line", "x".repeat(4 * 1024 * 1024), 400, /too long/],
    ["an endless row", `${unitHead}\n"${"x".repeat(150_000)}",A1,office\n`, 400, /line 2 is too long/],
    [
      "too many people",
      `Email,Role\n${"maya@brightwater.example,admin\n".repeat(2_001)}`,
      400,
      /more than 2,000 rows/,
      "people",
    ],
    ["too large, in short rows", Buffer.alloc(maxImportBytes + 1, "a,b,c,d\n"), 400, /100,000 rows/],
    [
      "too large, with valid rows",
      `${unitHead}\n${`Harbor House,A1,office${" ".repeat(99_850)}\n`.repeat(210)}`,
      413,
      /20 MB/,
    ],
    ["far too large", Buffer.alloc(maxImportBytes * 2, "a,b,c,d\n"), 413, /20 MB/],
  ];
  // Every row is read and stored until there are too many, which takes seconds.
  if (isTorture)
    cases.push([
      "too many rows",
      `${unitHead}\n${`${unit}\n`.repeat(maxImportRows + 1)}`,
      400,
      /more than 100,000 rows/,
    ]);
  test.each(cases)(
    "an unreadable file is rejected: %s",
    async (_, content, status, sentence, kind = "units") => {
      const before = await tableContents(portal.db);
      const response = await send(kind, content);
      expect(response.statusCode, response.body).toBe(status);
      expect(response.json<{ message: string }>().message).toMatch(sentence);
      expect(response.json<{ message: string }>().message.length).toBeLessThanOrEqual(300);
      expect(await tableContents(portal.db)).toEqual(before);
    },
    60_000,
  );

  test("a missing file, an unknown type, and a missing form are rejected", async () => {
    const { cookie } = building.admin;
    const none = multipart({ kind: "units" });
    const empty = await portal.call("POST", "/api/imports", {
      cookie,
      body: none.body,
      headers: none.headers,
    });
    expect([empty.statusCode, empty.json<{ message: string }>().message]).toEqual([
      400,
      "Please select a file.",
    ]);
    expect((await send("elephants", `${unitHead}\n`)).json()).toMatchObject({
      message: expect.stringContaining("kind must be one of") as string,
    });
    const json = await portal.call("POST", "/api/imports", { cookie, body: { kind: "units" } });
    expect(json.statusCode).toBe(415);
  });
});

describe("a file is read the way spreadsheets write it", () => {
  test("each template is valid unchanged, except that its properties don't exist yet", async () => {
    for (const kind of importKindNames) {
      const template = await portal.call("GET", `/api/imports/templates/${kind}.csv`, {
        cookie: building.admin.cookie,
      });
      expect(template.headers["content-disposition"]).toBe(`attachment; filename="${kind}.csv"`);
      expect(template.body.startsWith("\uFEFF")).toBe(true);
      const { id, rows } = await check(kind, template.rawPayload);
      expect(rows).toBe(2);
      const messages = (await readErrors(id)).map(({ message }) => message);
      expect(messages.filter((message) => !/There is no (property|unit)/.test(message))).toEqual([]);
    }
    const unknown = await portal.call("GET", "/api/imports/templates/elephants.csv", {
      cookie: building.admin.cookie,
    });
    expect(unknown.statusCode).toBe(400);
  });

  test.each([
    ["commas", ",", "\n", ""],
    ["semicolons, Windows line ends, and a byte order mark", ";", "\r\n", "\uFEFF"],
    ["tabs and old line ends", "\t", "\r", ""],
  ])("a file with %s is read", async (_, comma, lineEnd, mark) => {
    const lines = [
      ["STATUS", " unit_number", "Property", "type", "Rent", "Deposit"],
      ["Under Maintenance", "S-1", "harbor house", "Office Space", '"2,500.50"', "$10"],
      [],
      ["", `"S ""2"`.replace('""2', '""2""'), String(building.propertyId), "RETAIL", "", ""],
    ];
    const text = mark + lines.map((line) => line.join(comma)).join(lineEnd);
    const { id, rows, badRows, state } = await check("units", Buffer.from(text));
    expect({ rows, badRows, state, errors: await readErrors(id) }).toEqual({
      rows: 2,
      badRows: 0,
      state: "checked",
      errors: [],
    });
    const read = await portal.call("GET", `/api/imports/${id}`, { cookie: building.admin.cookie });
    expect(read.json<{ sample: unknown[] }>().sample).toEqual([
      {
        line: 2,
        values: expect.objectContaining({
          Property: "harbor house",
          "Unit number": "S-1",
          Type: "office",
          Rent: "$2,500.50",
          Deposit: "$10.00",
          Status: "maintenance",
        }) as unknown,
      },
      {
        line: 4,
        values: expect.objectContaining({
          "Unit number": 'S "2"',
          Type: "retail",
          Status: "vacant",
        }) as unknown,
      },
    ]);
  });

  test("an error's line is where its row starts, even with line breaks within values", async () => {
    const { errors } = await findErrors(
      "properties",
      'Name,Address,City,State,ZIP,Type\r\n"Two\r\nlines",1 Way,Seattle,WA,98101,multi\r\n\r\nHill House,2 Way,Seattle,Nowhere,98101,multi\r\n',
    );
    expect(errors).toEqual([
      "2 Name: Enter this on one line",
      "5 State: Please select a US state, DC, or territory",
    ]);
  });

  test("a value that looks like a formula is read as text, without the apostrophe that exports add", async () => {
    const { id } = await check(
      "units",
      `${unitHead}\nHarbor House,=1+1,office\nHarbor House,'@sum,office\nHarbor House,-5,office\n`,
    );
    const read = await portal.call("GET", `/api/imports/${id}`, { cookie: building.admin.cookie });
    const numbers = read
      .json<{ sample: { values: Record<string, string> }[] }>()
      .sample.map(({ values }) => values["Unit number"]);
    expect(numbers).toEqual(["=1+1", "@sum", "-5"]);
  });
});

describe("every row is checked by the rules of the forms", () => {
  test("every error in a file of units names its line and column", async () => {
    const { rows, badRows, errors } = await findErrors(
      "units",
      [
        `${unitHead},Beds,Baths,Rent,Deposit,Size (sq ft),Status`,
        "Harbor House,B1,office,2,1.5,2500,0,850,vacant",
        "Harbor House,,castle,-1,0.3,-5,100000000.01,x,sold",
        ",B2,office,,,,,,",
        "Harbor House,B3,office",
        `Harbor House,${"9".repeat(41)},office,1e309,,NaN,,,`,
      ].join("\n"),
    );
    expect({ rows, badRows }).toEqual({ rows: 5, badRows: 4 });
    expect(errors.filter((error) => error.startsWith("3 "))).toEqual([
      "3 Unit number: Unit number is required",
      "3 Type: Type must be one of apartment, office, retail, warehouse, studio, duplex, house, condo.",
      "3 Beds: Beds must be a whole number, 0 or more",
      "3 Baths: Baths must be 0 or more, in increments of 0.5",
      "3 Rent: Please enter an amount from $0.00 to $100,000,000.00",
      "3 Deposit: Please enter an amount from $0.00 to $100,000,000.00",
      "3 Size (sq ft): Size must be a whole number of square feet, 0 or more",
      "3 Status: Status must be one of vacant, occupied, maintenance, renovation, reserved.",
    ]);
    expect(errors.filter((error) => error.startsWith("4 "))).toEqual(["4 Property: Property is required"]);
    expect(errors.filter((error) => error.startsWith("5 "))).toEqual([
      expect.stringMatching(/^5 null: This row has 3 values, but the header has 9 columns/),
    ]);
    expect(errors.filter((error) => error.startsWith("6 "))).toEqual([
      "6 Unit number: Use 40 characters or fewer",
      "6 Beds: Beds must be a whole number, 0 or more",
      "6 Rent: Please enter an amount from $0.00 to $100,000,000.00",
    ]);
  });

  test("units show errors for an unknown or ambiguous property and for existing unit numbers", async () => {
    await createProperty(portal.db, { name: "Twin House" });
    await createProperty(portal.db, { name: "twin house" });
    const { badRows, errors } = await findErrors(
      "units",
      `${unitHead}\nNo House,1,office\nTwin House,1,office\nHarbor House,101,office\nHarbor House,C1,office\nHARBOR HOUSE,c1,office\n`,
    );
    expect(badRows).toBe(4);
    expect(errors).toEqual([
      expect.stringMatching(/^2 Property: There is no property “No House”/),
      expect.stringMatching(/^3 Property: Several properties are called “Twin House”/),
      "4 Unit number: The property already has a unit 101.",
      "6 Unit number: This unit is already on line 5.",
    ]);
  });

  test("properties that appear twice in the file or already exist in the portal show errors", async () => {
    const head = "Name,Address,City,State,ZIP,Country,Type,Year built";
    const { errors } = await findErrors(
      "properties",
      [
        head,
        "Harbor House,1 Harbor Way,Seattle,WA,98101,,multi,1990",
        "Hill,2 Way,Oslo,Any,12345,GBR,single,",
        "HILL,2 way,oslo,Any,12345,GBR,Single Unit,",
        "Bad,3 Way,Rome,Any,123,ITA,castle,90",
      ].join("\n"),
    );
    expect(errors).toEqual([
      "2 Name: A property with this name and address already exists.",
      "4 Name: This property is already on line 3.",
      "5 ZIP: Valid ZIP code is required",
      "5 Country: Country must be one of USA, CAN, MEX, GBR, AUS.",
      "5 Type: Please select a property type",
      "5 Year built: Year must be a 4-digit number",
    ]);
  });

  test("all errors can be paged and downloaded, and the download contains no formulas", async () => {
    const { id, errors } = await check("units", `${unitHead}\n${"=No House,1,castle\n".repeat(150)}`);
    expect(errors).toBe(300);
    const { cookie } = building.admin;
    const second = await portal.call("GET", `/api/imports/${id}/errors?page=2&pageSize=100`, { cookie });
    expect(second.json<ImportError[]>()).toHaveLength(100);
    expect(second.headers["x-total-count"]).toBe("300");
    const file = await portal.call("GET", `/api/imports/${id}/not-imported.csv`, { cookie });
    expect(file.headers["content-type"]).toBe("text/csv; charset=utf-8");
    expect(file.body.trim().split("\r\n")).toHaveLength(151);
    expect(file.body).toMatch(/'=No House,1,castle,.*Type: /);
  });
});

test("a row with an extra comma shows an error, and the other rows don't", async () => {
  const { errors } = await findErrors(
    "properties",
    "Name,Address,City,State,ZIP,Type\nMill,5 Mill Road, Suite 4,Tacoma,WA,98402,multi\nHill,2 Hill Road,Tacoma,WA,98402,multi\n",
  );
  expect(errors).toEqual([
    "2 null: This row has 7 values, but the header has 6 columns. Check for a comma that isn't inside quotation marks.",
  ]);
});

test("after a few hundred errors, only the first error of each row is listed", async () => {
  const { badRows, errors } = await check("units", `${unitHead}\n${"Harbor House,,\n".repeat(2_000)}`);
  expect(badRows).toBe(2_000);
  expect(errors).toBeLessThan(3_000);
});

describe("an import is visible only to its owner", () => {
  test("a landlord's rows can name only their own properties, and other people can't see the import", async () => {
    await createProperty(portal.db, { name: "Hill House" });
    const response = await send(
      "units",
      `${unitHead}\nHill House,1,office\nHarbor House,D1,office\n`,
      building.landlord.cookie,
    );
    const { id } = response.json<FileImport>();
    expect(await readErrors(id, building.landlord.cookie)).toEqual([
      expect.objectContaining({
        line: 2,
        message: expect.stringContaining("There is no property “Hill House”") as string,
      }),
    ]);
    const listed = await portal.call("GET", "/api/imports", { cookie: building.landlord.cookie });
    expect(listed.json<FileImport[]>().map((one) => one.id)).toEqual([id]);
    expect(
      (await portal.call("GET", "/api/imports", { cookie: building.admin.cookie })).json<FileImport[]>()[0]
        ?.id,
    ).toBe(id);
    const file = await portal.call("GET", "/api/imports.csv", { cookie: building.landlord.cookie });
    expect(file.body.trim().split("\r\n").slice(1)).toEqual([
      expect.stringMatching(new RegExp(`^${id},mine.csv,Units,2,1,checked,Lena Landlord,`)),
    ]);
    const { id: adminsId } = await check("units", `${unitHead}\nHill House,1,office\n`);
    for (const path of ["", "/errors", "/not-imported.csv"])
      expect(
        (await portal.call("GET", `/api/imports/${adminsId}${path}`, { cookie: building.landlord.cookie }))
          .statusCode,
      ).toBe(404);
  });

  test("the same file sent twice with one idempotency key creates one import", async () => {
    const file = `${unitHead}\nHarbor House,K1,office\n`;
    const headers = { "idempotency-key": "one-file" };
    const [first, second] = [
      await send("units", file, undefined, headers),
      await send("units", file, undefined, headers),
    ];
    expect(second.json()).toEqual(first.json());
    const newest = (await portal.call("GET", "/api/imports?limit=2", { cookie: building.admin.cookie })).json<
      FileImport[]
    >();
    expect(newest[0]?.id).toBe(first.json<FileImport>().id);
  });
});

test("a file is rejected even if most of it arrives after an error was found", async () => {
  const form = multipart({ kind: "units" }, [
    {
      name: "file",
      fileName: "mine.csv",
      type: "text/csv",
      content: Buffer.from(
        `${unitHead}\nHarbor "House",A2,office\n${"Harbor House,A1,office\n".repeat(50_000)}`,
      ),
    },
  ]);
  const address = new URL(await portal.app.listen({ port: 0, host: "127.0.0.1" }));
  const sending = request(new URL("/api/imports", address), {
    method: "POST",
    headers: { ...form.headers, cookie: building.admin.cookie, "content-length": form.body.length },
  });
  const answered = once(sending, "response") as Promise<[IncomingMessage]>;
  sending.write(form.body.subarray(0, 1_000));
  // Each request gives the server time to read on, so it finds the error before the upload ends.
  for (let turns = 0; turns < 20; turns += 1) await (await fetch(new URL("/healthz", address))).text();
  sending.end(form.body.subarray(1_000));
  const [response] = await answered;
  expect(response.statusCode).toBe(400);
  expect(await json(response)).toMatchObject({ fields: { file: expect.stringMatching(/quotation mark/) } });
});
