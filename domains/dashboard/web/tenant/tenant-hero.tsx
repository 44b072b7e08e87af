import { useQuery } from "@tanstack/react-query";
import { MapPin } from "#web/icons.ts";
import { useCan } from "#web/session/session.tsx";
import { classes } from "#web/ui/classes.ts";
import { Logo } from "#web/ui/page/logo.tsx";
import { propertiesQuery } from "../queries.ts";

/** The default photo at dusk, for a building without one. */
const duskPhoto = "/buildings/default-dusk.webp";

/** Darker where the text is. */
const shadeClasses =
  "bg-[linear-gradient(color-mix(in_oklch,var(--harbor)_50%,transparent),color-mix(in_oklch,var(--harbor)_8%,transparent)_24%,color-mix(in_oklch,var(--harbor)_30%,transparent)_40%,color-mix(in_oklch,var(--harbor)_85%,transparent)_53%,var(--harbor)_74%)]";

/**
 * The top of a tenant's dashboard on a phone: the photo of the building at dusk with its name and address
 * (DASH-06 to DASH-09), the date, and the greeting. It appears below the top bar.
 */
export function TenantHero({ greeting, date }: { greeting: string; date: string }) {
  const canList = useCan("buildings.list");
  const properties = useQuery({ ...propertiesQuery, enabled: canList });
  const property = properties.data?.[0];
  return (
    <section
      aria-label="Building overview"
      data-under-bar="dark"
      className="relative -mx-4 h-63 overflow-hidden bg-harbor text-on-harbor"
    >
      {!properties.isPending || !canList ? (
        <img
          src={property?.image ?? duskPhoto}
          alt={property?.name ?? ""}
          onError={({ currentTarget }) => {
            if (!currentTarget.src.endsWith(duskPhoto)) currentTarget.src = duskPhoto;
          }}
          className={classes(
            "absolute inset-0 size-full object-cover",
            property?.image == null
              ? "object-right dark:object-left dark:[content:url(/buildings/default-night.webp)]"
              : "dark:brightness-75",
          )}
        />
      ) : null}
      <div aria-hidden="true" className={classes("absolute inset-0", shadeClasses)} />
      <p className="absolute inset-x-4 top-0 mr-44 flex h-13 items-center gap-2.5 font-semibold">
        <Logo />
        <span className="truncate">{property?.name}</span>
      </p>
      <div className="absolute inset-x-4 bottom-10.5">
        <p className="text-sm">{date}</p>
        <h1 className="line-clamp-2 text-title">{greeting}</h1>
        <p className="mt-0.5 flex min-h-4.5 items-center gap-1.5 text-on-harbor-soft text-sm">
          {property !== undefined ? (
            <>
              <MapPin aria-hidden="true" className="size-4 shrink-0" />
              <span className="truncate">{property.address}</span>
            </>
          ) : !canList ? (
            "Your building appears here once your account is approved."
          ) : properties.isError ? (
            "Couldn't load the building."
          ) : properties.data !== undefined ? (
            "No buildings found in the system."
          ) : null}
        </p>
      </div>
    </section>
  );
}
