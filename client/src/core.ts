/** What tables need, and what several other screens share. Screens that are loaded on demand import
 * it, so that the bundler puts all of it into one file; at a table nothing else is loaded. */

import "./analysis/costs.ts";
import "./house/actions.tsx";
import "./house/daily.tsx";
import "./house/openRecord.ts";
import "./house/NotFound.tsx";
import "./house/openTable.ts";
import "./house/optionFields.tsx";
import "./house/PageLayout.tsx";
import "./house/resources.ts";
import "./house/States.tsx";
import "./house/TableList.tsx";
import "./table/QrCode.tsx";
import "./table/seats.ts";
import "./hotseat/deviceTables.ts";
import "./table/TableScreen.tsx";
