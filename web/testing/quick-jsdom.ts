/*
 * jsdom's getComputedStyle matches the rules of its default style sheet with an element and its ancestors anew after every change
 * of the page, and a query by role calls it for every element: an eighth of the time of the page tests. No style sheets of the
 * portal are loaded here. So an element's style is its style attribute, and its display is that of all elements of its name.
 */
const window = document.defaultView as Window & typeof globalThis;
const computedByJsdom = window.getComputedStyle.bind(window);
const displays = new Map<string, string>();

function displayOf(name: string): string {
  const known = displays.get(name);
  if (known !== undefined) return known;
  const { display } = computedByJsdom(document.createElement(name));
  displays.set(name, display);
  return display;
}

window.getComputedStyle = globalThis.getComputedStyle = (element) => {
  const { style, localName } = element as HTMLElement;
  const display = style.display === "" ? displayOf(localName) : style.display;
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
 * For the labels of one element jsdom goes through the whole page, and at each label through the whole page again; a query by
 * label does so for every field and button.
 */
const labelable = "button, input, meter, output, progress, select, textarea";
const labelsOf = (element: Element) =>
  Array.from(document.getElementsByTagName("label")).filter((label) =>
    label.htmlFor === "" ? label.querySelector(labelable) === element : label.htmlFor === element.id,
  );
for (const name of labelable.split(", "))
  Object.defineProperty(Object.getPrototypeOf(document.createElement(name)), "labels", {
    configurable: true,
    get(this: Element) {
      return labelsOf(this);
    },
  });
