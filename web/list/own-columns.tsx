import { type ReactNode, useMemo } from "react";
import * as z from "zod/mini";
import { Columns3 } from "#web/icons.ts";
import { useKeptChoice } from "#web/kept-choice.ts";
import { Button } from "#web/ui/button.tsx";
import { Menu, MenuCheck, MenuHeading } from "#web/ui/menu.tsx";
import type { Column } from "#web/ui/table.tsx";
import { useIsNarrower } from "#web/ui/use-narrow.ts";

interface OwnColumns<Row> {
  columns: readonly Column<Row>[];
  /** Chooses them; on desks only, as other screens have no room for more columns. */
  menu: ReactNode;
}

const keys = z.array(z.string());

/** The columns that this user has added to those of a list, out of `offered`; the browser remembers them. */
export function useOwnColumns<Row>(list: { name: string }, offered: readonly Column<Row>[]): OwnColumns<Row> {
  const isDesk = !useIsNarrower(64);
  const [chosen = [], choose] = useKeptChoice(`columns:${list.name}`, keys);
  const columns = useMemo(
    () => (isDesk ? offered.filter(({ key }) => chosen.includes(key)) : []),
    [isDesk, offered, chosen],
  );
  if (!isDesk) return { columns, menu: null };
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
      {offered.map(({ key, header }) => {
        const isChosen = chosen.includes(key);
        return (
          <MenuCheck
            key={key}
            isChosen={isChosen}
            onChoose={() => choose(isChosen ? chosen.filter((other) => other !== key) : [...chosen, key])}
          >
            {header}
          </MenuCheck>
        );
      })}
    </Menu>
  );
  return { columns, menu };
}
