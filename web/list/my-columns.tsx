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
   * The columns as written in the URL, such as `property,age` or `none`, even if the screen has no room for
   * them.
   */
  urlValue: string;
  /** The menu that selects columns. Null on small screens, which have no room for more columns. */
  menu: ReactNode;
}

const keysShape = z.array(z.string());
const noColumnsValue = "none";

/**
 * The `optionalColumns` that this user has added to a list. The browser remembers them. Columns in the URL, such as those of a saved view, take precedence, and the menu then
 * changes the URL.
 */
export function useMyColumns<Row>(
  list: { name: string },
  optionalColumns: readonly Column<Row>[],
): MyColumns<Row> {
  const isDesktop = !useIsNarrower(64);
  const [savedKeys, saveKeys] = usePreference(`columns:${list.name}`, keysShape);
  const [query, setQuery] = useSearchParams();
  const keysInUrl = query.get("columns");
  const selected = useMemo(() => {
    const wantedKeys = keysInUrl?.split(",") ?? savedKeys ?? [];
    return optionalColumns.filter(({ key }) => wantedKeys.includes(key));
  }, [keysInUrl, savedKeys, optionalColumns]);
  const urlValue = toUrlValue(selected.map(({ key }) => key));
  if (!isDesktop) return { columns: [], urlValue, menu: null };
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
          <span className="max-xl:sr-only">Columns</span>
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
  return { columns: selected, urlValue, menu };
}

const toUrlValue = (columns: readonly string[]): string =>
  columns.length === 0 ? noColumnsValue : columns.join(",");
