import { holdToGoldens } from './golden-scenes.ts';

holdToGoldens('chart');
