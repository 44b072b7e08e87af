import type { FastifyInstance } from "fastify";
import type { Services } from "#server/http/context.ts";
import { organisation } from "./settings.ts";

/** `/manifest.webmanifest`: how the portal is installed on a phone or a desk, under the organization's own name. */
export function manifestRoute(app: FastifyInstance, { db }: Services): void {
  app.get("/manifest.webmanifest", async (_, reply) => {
    const { name } = await organisation(db).executeTakeFirstOrThrow();
    return reply
      .header("cache-control", "no-cache")
      .type("application/manifest+json")
      .send(
        JSON.stringify({
          name,
          short_name: name,
          // It leads to the page with which the role begins.
          start_url: "/start",
          display: "standalone",
          background_color: "#f7f9fc",
          theme_color: "#f7f9fc",
          icons: [
            { src: "/icons/192.png", sizes: "192x192", type: "image/png" },
            { src: "/icons/512.png", sizes: "512x512", type: "image/png" },
            { src: "/icons/maskable.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
          ],
          shortcuts: [
            { name: "Report a problem", url: "/work-orders/new" },
            { name: "Work Orders", url: "/work-orders" },
          ],
        }),
      );
  });
}
