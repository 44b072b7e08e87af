import { type ReactNode, useMemo } from "react";
import { useSearchParams } from "wouter";
import * as z from "zod/mini";
import { Columns3 } from "#web/icons.ts";
import { useKeptChoice } from "#web/kept-choice.ts";
import { replacedByUser } from "#web/list/use-list-address.ts";
import { Button } from "#web/ui/button.tsx";
import { Menu, MenuCheck, MenuHeading } from "#web/ui/menu.tsx";
import type { Column } from "#web/ui/table.tsx";
import { useIsNarrower } from "#web/ui/use-narrow.ts";

interface OwnColumns<Row> {
  columns: readonly Column<Row>[];
  /** As the address has them, also on screens without room for them: `building,age`, or `none`. */
  inAddress: string;
  /** Chooses them; on desks only, as other screens have no room for more columns. */
  menu: ReactNode;
}

const keys = z.array(z.string());
const none = "none";

/**
 * The columns that this user has added to those of a list, out of `offered`; the browser remembers them. An address that names
 * columns, as that of a saved view does, comes before, and is what the menu then changes.
 */
export function useOwnColumns<Row>(list: { name: string }, offered: readonly Column<Row>[]): OwnColumns<Row> {
  const isDesk = !useIsNarrower(64);
  const [kept = [], keep] = useKeptChoice(`columns:${list.name}`, keys);
  const [query, setQuery] = useSearchParams();
  const named = query.get("columns");
  const chosen = useMemo(() => {
    const wanted = named?.split(",") ?? kept;
    return offered.filter(({ key }) => wanted.includes(key));
  }, [named, kept, offered]);
  const inAddress = addressOf(chosen.map(({ key }) => key));
  if (!isDesk) return { columns: [], inAddress, menu: null };
  const choose = (wanted: readonly string[]) => {
    if (named === null) keep([...wanted]);
    else
      setQuery((next) => {
        next.set("columns", addressOf(wanted));
        return next;
      }, replacedByUser);
  };
  const menu = (
    <Menu
      label="Columns"
      trigger={(props) => (
        <Button {...props} icon={<Columns3 aria-hidden="true" />}>
          Columns
        </Button>
      )}
    >
      <MenuHeading>Further columns</MenuHeading>
      {offered.map((column) => {
        const { key, header } = column;
        const isChosen = chosen.includes(column);
        const others = chosen.filter((other) => other !== column).map((other) => other.key);
        return (
          <MenuCheck
            key={key}
            isChosen={isChosen}
            onChoose={() => choose(isChosen ? others : [...others, key])}
          >
            {header}
          </MenuCheck>
        );
      })}
    </Menu>
  );
  return { columns: chosen, inAddress, menu };
}

const addressOf = (columns: readonly string[]): string => (columns.length === 0 ? none : columns.join(","));
