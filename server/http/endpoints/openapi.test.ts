import { expect, test } from "vitest";
import { startPortal } from "#test/portal.ts";

const publicUrl = "https://portal.example.org";
interface Operation {
  operationId: string;
  summary: string;
  parameters?: { name: string; in: string }[];
}

test("the OpenAPI document is complete and consistent and contains the portal's URL", async () => {
  const portal = await startPortal({ PUBLIC_URL: publicUrl });
  const { body } = await portal.call("GET", "/api/openapi.json");
  await portal.close();
  const document = JSON.parse(body);
  expect(document.servers).toEqual([{ url: publicUrl }]);
  expect(document.components.securitySchemes.session).toMatchObject({ name: "__Host-portal_session" });
  expect(document.paths["/api/login"].post.security).toEqual([]);
  expect(document.paths["/api/login"].post.responses["429"]).toEqual({
    $ref: "#/components/responses/too_many",
  });
  expect(document.paths["/api/me"].get.security).toBeUndefined();
  expect(Object.keys(document.paths["/api/config"].get.responses)).toEqual(["200", "400", "503", "default"]);
  const operations = Object.entries<Record<string, Operation>>(document.paths).flatMap(([path, methods]) =>
    Object.values(methods).map((operation) => ({ path, ...operation })),
  );
  const ids = operations.map(({ operationId }) => operationId);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  for (const { path, operationId, summary, parameters = [] } of operations) {
    expect(summary, operationId).not.toBe("");
    expect(
      parameters.filter((parameter) => parameter.in === "path").map(({ name }) => `{${name}}`),
      operationId,
    ).toEqual(path.match(/\{\w+\}/g) ?? []);
  }
  const references = [...body.matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, pointer = ""]) => pointer);
  const find = (pointer: string) => pointer.split("/").reduce((part, name) => part?.[name], document);
  expect(references.filter((pointer) => find(pointer) === undefined)).toEqual([]);
  expect(references).not.toEqual([]);
});
