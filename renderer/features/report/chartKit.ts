import {
  CategoryScale,
  Chart,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
} from 'chart.js';

/** Registers only the parts of Chart.js that the report uses. A chunk of its own, loaded with the first chart. */
Chart.register(CategoryScale, LinearScale, LineController, LineElement, PointElement, Tooltip);

export { Chart };
