// Draws the chart, and keeps it right when the window, the theme or the page's content changes. Nothing here is needed to use the console.
(() => {
    'use strict';

    const HEIGHT = 220;
    const dark = window.matchMedia('(prefers-color-scheme: dark)');
    let plot = null;

    const color = name => getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim();

    /** Each layer on top of those before it. */
    const stacked = layers => {
        const sums = layers[0].map(() => 0);
        return layers.map(layer => layer.map((times, slot) => (sums[slot] += times)));
    };

    const clock = seconds => new Date(seconds * 1000).toISOString().slice(11, 16);

    const draw = () => {
        if (plot) {
            plot.destroy();
            plot = null;
        }
        const place = document.getElementById('chart');
        if (!place || !window.uPlot) {
            return;
        }
        const data = JSON.parse(place.dataset.chart);
        const sums = stacked(data.times);
        const axis = {stroke: color('soft'), grid: {stroke: color('line'), width: 1}, ticks: {stroke: color('line')}, font: '12px system-ui, sans-serif'};
        const bars = uPlot.paths.bars({size: [0.8, 40], align: 1});
        const highest = Math.max(4, ...sums[sums.length - 1]);
        const options = {
            width: place.clientWidth,
            height: HEIGHT,
            legend: {show: false},
            cursor: {show: false},
            scales: {x: {time: true, range: (_, from, to) => [from, to + 120]}, y: {range: [0, highest * 1.1]}},
            axes: [
                {...axis, grid: {show: false}, values: (_, ticks) => ticks.map(clock)},
                {...axis, size: 46, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 1e5, 1e6]},
            ],
            // the tallest first, so that the lower layers lie in front of it
            series: [{}, ...data.marks.slice().reverse().map(mark => ({fill: color(mark), stroke: color(mark), width: 0, paths: bars, points: {show: false}}))],
        };
        plot = new uPlot(options, [data.from, ...sums.reverse()], place);
    };

    document.addEventListener('DOMContentLoaded', draw);
    document.addEventListener('htmx:afterSettle', draw);
    dark.addEventListener('change', draw);
    window.addEventListener('resize', () => {
        const place = document.getElementById('chart');
        if (plot && place) {
            plot.setSize({width: place.clientWidth, height: HEIGHT});
        }
    });

    // Whoever may not do this any more, or whose server is away, gets the whole page that says so.
    const reload = () => window.location.reload();
    document.addEventListener('htmx:responseError', reload);
})();
