import { type ReactNode, useMemo } from "react";
import { useSearchParams } from "wouter";
import * as z from "zod/mini";
import { Columns3 } from "#web/icons.ts";
import { replacedByUser } from "#web/list/use-list-url.ts";
import { Button } from "#web/ui/button.tsx";
import { Menu, MenuCheckboxItem, MenuHeading } from "#web/ui/overlays/menu.tsx";
import type { Column } from "#web/ui/tables/table.tsx";
import { useIsNarrower } from "#web/ui/use-is-narrower.ts";
import { usePreference } from "#web/use-preference.ts";

interface MyColumns<Row> {
  columns: readonly Column<Row>[];
  /**
   * The columns as they appear in the URL, even on screens without room for them: `building,age`, or `none`.
   */
  inUrl: string;
  /** The menu that selects columns. Desktops only, because other screens have no room for more columns. */
  menu: ReactNode;
}

const keys = z.array(z.string());
const noColumnsValue = "none";

/**
 * The columns out of `optionalColumns` that this user has added to a list, at first `defaultKeys`. The browser
 * remembers them. Columns named in the URL, such as those of a saved view, take precedence, and the menu then
 * changes the URL.
 */
export function useMyColumns<Row>(
  list: { name: string },
  optionalColumns: readonly Column<Row>[],
  defaultKeys: readonly string[],
): MyColumns<Row> {
  const isDesktop = !useIsNarrower(64);
  const [savedKeys = defaultKeys, saveKeys] = usePreference(`columns:${list.name}`, keys);
  const [query, setQuery] = useSearchParams();
  const keysInUrl = query.get("columns");
  const selected = useMemo(() => {
    const wantedKeys = keysInUrl?.split(",") ?? savedKeys;
    return optionalColumns.filter(({ key }) => wantedKeys.includes(key));
  }, [keysInUrl, savedKeys, optionalColumns]);
  const urlValue = toUrlValue(selected.map(({ key }) => key));
  if (!isDesktop) return { columns: [], inUrl: urlValue, menu: null };
  const selectColumns = (selectedKeys: readonly string[]) => {
    if (keysInUrl === null) saveKeys([...selectedKeys]);
    else
      setQuery((next) => {
        next.set("columns", toUrlValue(selectedKeys));
        return next;
      }, replacedByUser);
  };
  const menu = (
    <Menu
      label="Columns"
      trigger={(props) => (
        <Button {...props} size="sm" icon={<Columns3 aria-hidden="true" />}>
          Columns
        </Button>
      )}
    >
      <MenuHeading>More columns</MenuHeading>
      {optionalColumns.map((column) => {
        const { key, header } = column;
        const isSelected = selected.includes(column);
        const otherKeys = selected.filter((other) => other !== column).map((other) => other.key);
        return (
          <MenuCheckboxItem
            key={key}
            isSelected={isSelected}
            onSelect={() => selectColumns(isSelected ? otherKeys : [...otherKeys, key])}
          >
            {header}
          </MenuCheckboxItem>
        );
      })}
    </Menu>
  );
  return { columns: selected, inUrl: urlValue, menu };
}

const toUrlValue = (columns: readonly string[]): string =>
  columns.length === 0 ? noColumnsValue : columns.join(",");
