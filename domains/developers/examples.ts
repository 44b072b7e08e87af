/** An example on the developers page. `$PORTAL` is the portal's URL and `$TOKEN` an API token. */
export interface Example {
  title: string;
  description: string;
  command: string;
}

/** The examples work in this order at an empty property. `examples.test.ts` runs them. */
export const examples: readonly Example[] = [
  {
    title: "Create a work order",
    description:
      "Requires work-orders:write. Use a new key for each work order. If you don't get a response, retry with the same key and the work order is created only once.",
    command: `curl "$PORTAL/api/work-orders" \\
  -H "Authorization: Bearer $TOKEN" \\
  -H "Content-Type: application/json" \\
  -H "Idempotency-Key: work-order-2041" \\
  -d '{"title": "Leaking faucet", "description": "It drips day and night.", "category": "Plumbing", "location": "Kitchenette", "priority": "medium"}'`,
  },
  {
    title: "List open work orders",
    description: "Requires work-orders:read. The Link response header contains the URL of the next page.",
    command: `curl -i "$PORTAL/api/work-orders?status=open&limit=20" \\
  -H "Authorization: Bearer $TOKEN"`,
  },
  {
    title: "Complete a work order",
    description:
      "Requires work-orders:write. If-Match is the version you last read. If the work order has changed since, you get 409 with the current work order.",
    command: `curl -X PATCH "$PORTAL/api/work-orders/1/status" \\
  -H "Authorization: Bearer $TOKEN" \\
  -H "Content-Type: application/json" \\
  -H 'If-Match: "1"' \\
  -d '{"status": "completed"}'`,
  },
  {
    title: "Download the rent roll",
    description:
      "Requires reports:read. The format is csv, xlsx, or pdf. Every list is also available at a URL ending in .csv, with the same filters.",
    command: `curl "$PORTAL/api/reports/rent-roll/file?format=xlsx" \\
  -H "Authorization: Bearer $TOKEN"`,
  },
];
