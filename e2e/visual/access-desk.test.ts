import { holdAccess } from './access-tests.ts';
import { overlays } from './tour-stops.ts';

// WCAG 2.5.8: targets of at least 24 px for a mouse.
const stops = overlays.filter(({ isPhoneOnly }) => isPhoneOnly !== true);
holdAccess('R-ACC-01 R-ACC-02 R-ACC-04 R-ACC-06 on a desktop', { tour: { isDesk: true }, leastTarget: 24, stops });
