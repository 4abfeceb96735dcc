// For those who hear a page or use it by keys, what the theme leaves out: a name of its search,
// buttons to copy that are no places of their own, and wide tables that can be scrolled.
document.querySelector(".md-search").ariaLabel = "Search";
new MutationObserver(() => {
    for (const nav of document.querySelectorAll(".md-code__nav:not([role])")) nav.role = "none";
    for (const box of document.querySelectorAll(".md-typeset__scrollwrap:not([tabindex])"))
        if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
}).observe(document.body, { childList: true, subtree: true });
