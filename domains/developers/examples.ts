/** An example of the page for developers. `$PORTAL` is the address of the portal, `$TOKEN` an API token. */
export interface Example {
  title: string;
  about: string;
  command: string;
}

/** In this order they work on an empty building of one's own: examples.test.ts runs them. */
export const examples: readonly Example[] = [
  {
    title: "Report a fault",
    about:
      "Needs the scope work-orders:write. Send a new key with each fault, and the same one again if you got no answer: the fault is reported once.",
    command: `curl "$PORTAL/api/work-orders" \\
  -H "Authorization: Bearer $TOKEN" \\
  -H "Content-Type: application/json" \\
  -H "Idempotency-Key: fault-2041" \\
  -d '{"title": "Leaking tap", "description": "It drips day and night.", "category": "Plumbing", "location": "Kitchenette", "priority": "medium"}'`,
  },
  {
    title: "List open work orders",
    about: "Needs work-orders:read. The header Link of the answer has the address of the next part.",
    command: `curl -i "$PORTAL/api/work-orders?status=open&limit=20" \\
  -H "Authorization: Bearer $TOKEN"`,
  },
  {
    title: "Complete a work order",
    about:
      "Needs work-orders:write. If-Match names the version you saw: if somebody changed the order meanwhile, the answer is 409 with the order as it is now.",
    command: `curl -X PATCH "$PORTAL/api/work-orders/1/status" \\
  -H "Authorization: Bearer $TOKEN" \\
  -H "Content-Type: application/json" \\
  -H 'If-Match: "1"' \\
  -d '{"status": "completed"}'`,
  },
  {
    title: "Download the rent roll",
    about: "Needs reports:read. Every list has an address that ends in .csv, with the same filters.",
    command: `curl "$PORTAL/api/reports/rent-roll.csv" \\
  -H "Authorization: Bearer $TOKEN"`,
  },
];
