/** An icon by its name on lucide.dev. scripts/lucide-icons.mjs generates the module. */
declare module "virtual:lucide/*" {
  const icon: import("#web/icons/drawing.tsx").LucideIcon;
  export default icon;
}
