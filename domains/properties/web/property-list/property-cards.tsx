import { memo, useEffect, useRef, useState } from "react";
import { Link, useLocation } from "wouter";
import { DoorOpen, MapPin } from "#web/icons.ts";
import { useRowKeys } from "#web/list/use-row-keys.ts";
import { openEditState } from "#web/open-form-link.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Badge } from "#web/ui/faces/badge.tsx";
import { PropertyPhoto } from "#web/ui/faces/property-photo.tsx";
import type { Property } from "../../contract.ts";
import { addUnitPath, propertyPath } from "../../paths.ts";
import { propertyTypeLabels } from "../../property-types.ts";
import { fullAddress } from "./property-search.ts";

export const cardGrid = "grid gap-4 sm:grid-cols-2 xl:grid-cols-3";
/** The number of cards shown initially, and added each time the end of the list scrolls into view. */
const cardsPerBatch = 24;

interface PropertyCardsProps {
  properties: readonly Property[];
  isSample: boolean;
  /** The search text. A new search starts from the top. */
  search: string;
}

/** Renders the cards as the user scrolls, so that searching thousands of properties stays fast. */
export function PropertyCards({ properties, isSample, search }: PropertyCardsProps) {
  const [renderedCards, setRenderedCards] = useState({ search, count: cardsPerBatch });
  if (renderedCards.search !== search) setRenderedCards({ search, count: cardsPerBatch });
  const shownCount = renderedCards.search === search ? renderedCards.count : cardsPerBatch;
  const showMore = () => setRenderedCards(({ count }) => ({ search, count: count + cardsPerBatch }));
  const [, navigate] = useLocation();
  const cardKeys = useRowKeys(properties, {
    onEdit: ({ id }) => navigate(propertyPath(id), { state: openEditState }),
  });
  const endRef = useRef<HTMLDivElement>(null);
  const hasMore = shownCount < properties.length;
  useEffect(() => {
    if (!hasMore || endRef.current === null || typeof IntersectionObserver === "undefined") return;
    const observer = new IntersectionObserver(
      ([entry]) =>
        entry?.isIntersecting === true &&
        setRenderedCards((previous) => ({ ...previous, count: previous.count + cardsPerBatch })),
      { rootMargin: "600px" },
    );
    observer.observe(endRef.current);
    return () => observer.disconnect();
    // Observed again after each addition, because the end can still be in view.
  }, [hasMore, shownCount]);

  return (
    <>
      <ul {...cardKeys} aria-label="Properties" className={cardGrid}>
        {properties.slice(0, shownCount).map((property) => (
          <PropertyCard key={property.id} property={property} isSample={isSample} />
        ))}
      </ul>
      {hasMore && (
        <div ref={endRef} className="mt-4 flex flex-wrap items-center justify-center gap-3 text-ink-soft">
          <p className="tabular-nums">{`${shownCount} of ${properties.length.toLocaleString("en-US")} properties`}</p>
          <Button size="sm" onClick={showMore}>
            Show more
          </Button>
        </div>
      )}
    </>
  );
}

/** PROP-10 to PROP-13. */
const PropertyCard = memo(function PropertyCard({
  property,
  isSample,
}: {
  property: Property;
  isSample: boolean;
}) {
  const { id, name, type, unitCount, image } = property;
  const isMultiUnit = type === "multi";
  const [, navigate] = useLocation();
  return (
    <li className="flex overflow-hidden rounded-card bg-surface shadow-xs ring-1 ring-line transition-shadow hover:ring-line-2 sm:flex-col">
      <PropertyPhoto
        image={image}
        alt=""
        isSmall
        className="max-sm:aspect-auto max-sm:w-24 max-sm:shrink-0"
      />
      <div className="flex min-w-0 flex-1 flex-col p-4 max-sm:p-3">
        <div className="flex items-start justify-between gap-3">
          <h2 className="line-clamp-2 min-w-0 text-section [overflow-wrap:anywhere]">
            {isSample ? (
              name
            ) : (
              <Link href={propertyPath(id)} className="thumb rounded-sm hover:underline">
                {name}
              </Link>
            )}
          </h2>
          <Badge tone={isMultiUnit ? "violet" : "green"} hasMark={false}>
            {propertyTypeLabels[type]}
          </Badge>
        </div>
        <p className="mt-1.5 flex items-start gap-1.5 text-ink-soft">
          <MapPin aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-ink-faint" />
          <span className="line-clamp-2 [overflow-wrap:anywhere]">{fullAddress(property)}</span>
        </p>
        {isMultiUnit && (
          <p className="mt-1 flex items-center gap-1.5 text-ink-soft tabular-nums">
            <DoorOpen aria-hidden="true" className="size-4 shrink-0 text-ink-faint" />
            {unitCount === 1 ? "1 unit" : `${(unitCount ?? 0).toLocaleString("en-US")} units`}
          </p>
        )}
        {!isSample && (
          <div className="mt-auto flex flex-wrap gap-2 pt-4 *:flex-1 max-sm:pt-3 max-sm:*:px-2">
            <Button onClick={() => navigate(propertyPath(id))}>
              View Details<span className="sr-only"> of {name}</span>
            </Button>
            {isMultiUnit && (
              <ButtonLink href={addUnitPath(id)}>
                Add Unit<span className="sr-only"> to {name}</span>
              </ButtonLink>
            )}
          </div>
        )}
      </div>
    </li>
  );
});
