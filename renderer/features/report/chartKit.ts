import {
  CategoryScale,
  Chart,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
} from 'chart.js';

/** Only what the charts of the report need; loaded with the first of them. */
Chart.register(CategoryScale, LinearScale, LineController, LineElement, PointElement, Tooltip);

export { Chart };
