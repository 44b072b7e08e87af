import { Building2, CirclePlus, DoorOpen, HousePlus } from "#web/icons.ts";
import { describePages } from "#web/page.ts";
import { propertiesPages } from "./pages.ts";

export const propertiesPageInfo = describePages(propertiesPages, {
  properties: {
    title: "Properties",
    description: "Your properties, with their units, work orders, and people.",
    tips: [{ text: "Open a property to see its units, work orders, documents, and people." }],
    entry: {
      place: "Property Management",
      icon: Building2,
      searchWords: "property buildings houses export",
    },
  },
  property: {
    title: "Property",
    description: "Details, units, work orders, documents, and people for this property.",
    tips: [{ text: "Approve people who request a unit here on the People tab." }],
  },
  addProperty: {
    title: "Add Property",
    description: "Add a property. You can add its units next.",
    entry: {
      place: "Property Management",
      icon: HousePlus,
      searchWords: "building new",
    },
  },
  addUnit: {
    title: "Add Unit",
    description: "Add a unit to one of your properties.",
    entry: {
      place: "Property Management",
      icon: CirclePlus,
      searchWords: "apartment office shop new",
    },
  },
  addUnits: {
    title: "Add units",
    description: "Add several units to a property in one step.",
    tips: [{ text: "Copy cells from a spreadsheet and paste them into the first field." }],
  },
  units: {
    title: "Units",
    description: "All units at your properties, with their occupancy status.",
    entry: {
      place: "Search",
      icon: DoorOpen,
      searchWords: "apartments offices shops vacant occupied occupancy export",
    },
  },
  unit: {
    title: "Unit",
    description: "Details, lease history, work orders, and documents for this unit.",
  },
});
