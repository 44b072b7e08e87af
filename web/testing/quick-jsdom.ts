/*
 * After every change of the page, jsdom's getComputedStyle matches its default style sheet against an element
 * and its ancestors again. A query by role calls it for every element, which takes an eighth of the time of
 * the page tests. The portal's style sheets aren't loaded here, so this replacement reads an element's style
 * from its style attribute, and its display from the default for its tag.
 */
const window = document.defaultView as Window & typeof globalThis;
// Missing in jsdom, which has no layout.
window.Element.prototype.checkVisibility = () => true;
// Missing in jsdom. A toast asks for it when it's clicked.
window.Element.prototype.hasPointerCapture = () => false;
// Missing in jsdom, which has no layout to observe.
window.ResizeObserver = globalThis.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
const getJsdomStyle = window.getComputedStyle.bind(window);
const displays = new Map<string, string>();

function getDisplay(name: string): string {
  const cachedDisplay = displays.get(name);
  if (cachedDisplay !== undefined) return cachedDisplay;
  const { display } = getJsdomStyle(document.createElement(name));
  displays.set(name, display);
  return display;
}

window.getComputedStyle = globalThis.getComputedStyle = (element) => {
  const { style, localName } = element as HTMLElement;
  const display = style.display === "" ? getDisplay(localName) : style.display;
  return new Proxy(style, {
    get(_, key) {
      if (key === "display") return display;
      if (key === "getPropertyValue")
        return (name: string) => (name === "display" ? display : style.getPropertyValue(name));
      const value: unknown = Reflect.get(style, key);
      return typeof value === "function" ? value.bind(style) : value;
    },
  });
};

/*
 * To find an element's labels, jsdom walks the whole page, and walks it again at each label. A query by label
 * does this for every field and button. This replacement is faster.
 */
const labelable = "button, input, meter, output, progress, select, textarea";
const findLabels = (element: Element) =>
  Array.from(document.getElementsByTagName("label")).filter((label) =>
    label.htmlFor === "" ? label.querySelector(labelable) === element : label.htmlFor === element.id,
  );
for (const name of labelable.split(", "))
  Object.defineProperty(Object.getPrototypeOf(document.createElement(name)), "labels", {
    configurable: true,
    get(this: Element) {
      return findLabels(this);
    },
  });
