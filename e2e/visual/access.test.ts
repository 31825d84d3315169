import { holdAccess } from './access-tests.ts';
import { loadingStates, overlays } from './tour-stops.ts';

// DESIGN: targets of at least 44 px for a finger.
holdAccess('R-ACC-01 R-ACC-02 R-ACC-04 R-ACC-06 on a phone', {
  tour: {},
  leastTarget: 44,
  stops: [...overlays, ...loadingStates],
});
