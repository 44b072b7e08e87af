import type { FastifyInstance } from "fastify";
import type { Services } from "#server/http/context.ts";
import { selectOrganization } from "./settings.ts";

/**
 * Serves `/manifest.webmanifest`, which lets users install the portal on a phone or computer under the
 * organization's name.
 */
export function manifestRoute(app: FastifyInstance, { db }: Services): void {
  app.get("/manifest.webmanifest", async (_, reply) => {
    const { name } = await selectOrganization(db).executeTakeFirstOrThrow();
    return reply
      .header("cache-control", "no-cache")
      .type("application/manifest+json")
      .send(
        JSON.stringify({
          name,
          short_name: name,
          // Redirects to the start page of the user's role.
          start_url: "/start",
          display: "standalone",
          background_color: "#f9fbfc",
          theme_color: "#f9fbfc",
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
