// A Vite plug-in: `import … from "virtual:lucide/bell"` imports the icon with that name. Packages with a
// module per icon have thousands of files, and a first start would install and read all of them to use a
// hundred. This icon set is a single file.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const prefix = "\0virtual:lucide/";
/** The attributes that all icons share. web/icons/drawing.tsx sets them once. */
const common =
  ' fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="2"';
const drawing = fileURLToPath(new URL("../web/icons/drawing.tsx", import.meta.url));

/** @returns {import("vite").Plugin} */
export function lucideIcons() {
  /** @type {Record<string, { body: string }> | undefined} */
  let icons;
  return {
    name: "lucide-icons",
    resolveId: {
      filter: { id: /^virtual:lucide\// },
      handler: (id) => ({ id: `\0${id}`, moduleSideEffects: false }),
    },
    load: {
      filter: { id: /^\0virtual:lucide\// },
      handler(id) {
        icons ??= readIcons();
        const icon = icons[id.slice(prefix.length)];
        if (icon === undefined) return this.error(`Lucide has no icon named ${id.slice(prefix.length)}.`);
        return [
          `import { createIcon } from ${JSON.stringify(drawing)};`,
          `export default /* @__PURE__ */ createIcon(${JSON.stringify(icon.body.replaceAll(common, ""))});`,
        ].join("\n");
      },
    },
  };
}

/** @returns {Record<string, { body: string }>} */
function readIcons() {
  const path = fileURLToPath(import.meta.resolve("@iconify-json/lucide/icons.json"));
  return JSON.parse(readFileSync(path, "utf8")).icons;
}
