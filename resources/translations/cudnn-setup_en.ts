<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
    <context>
        <name>cudnn_setup::ArchivePage</name>
        <message numerus="yes">
            <source>%n libraries</source>
            <translation>
                <numerusform>%n library</numerusform>
                <numerusform>%n libraries</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n headers</source>
            <translation>
                <numerusform>%n header</numerusform>
                <numerusform>%n headers</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n import libraries</source>
            <translation>
                <numerusform>%n import library</numerusform>
                <numerusform>%n import libraries</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Complete: all %n libraries are there</source>
            <translation>
                <numerusform>Complete: its %n library is there</numerusform>
                <numerusform>Complete: all %n libraries are there</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>cudnn_setup::InstallPage</name>
        <message numerus="yes">
            <source>%n toolkits</source>
            <translation>
                <numerusform>%n toolkit</numerusform>
                <numerusform>%n toolkits</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n seconds</source>
            <translation>
                <numerusform>%n second</numerusform>
                <numerusform>%n seconds</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>about %n seconds left</source>
            <translation>
                <numerusform>about %n second left</numerusform>
                <numerusform>about %n seconds left</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>about %n minutes left</source>
            <translation>
                <numerusform>about %n minute left</numerusform>
                <numerusform>about %n minutes left</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n seconds so far</source>
            <translation>
                <numerusform>%n second so far</numerusform>
                <numerusform>%n seconds so far</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>cudnn_setup::PathDiff</name>
        <message numerus="yes">
            <source>Show all %n entries</source>
            <translation>
                <numerusform>Show the %n entry</numerusform>
                <numerusform>Show all %n entries</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>cudnn_setup::PlanModel</name>
        <message numerus="yes">
            <source>%n old files, until you uninstall</source>
            <translation>
                <numerusform>%n old file, until you uninstall</numerusform>
                <numerusform>%n old files, until you uninstall</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n libraries</source>
            <translation>
                <numerusform>%n library</numerusform>
                <numerusform>%n libraries</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n headers</source>
            <translation>
                <numerusform>%n header</numerusform>
                <numerusform>%n headers</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n import libraries</source>
            <translation>
                <numerusform>%n import library</numerusform>
                <numerusform>%n import libraries</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n static libraries</source>
            <translation>
                <numerusform>%n static library</numerusform>
                <numerusform>%n static libraries</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>cudnn_setup::ProofPage</name>
        <message numerus="yes">
            <source>cuDNN %1 works on all %n GPUs</source>
            <translation>
                <numerusform>cuDNN %1 works on your %n GPU</numerusform>
                <numerusform>cuDNN %1 works on all %n GPUs</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>and %n more</source>
            <translation>
                <numerusform>and %n more</numerusform>
                <numerusform>and %n more</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>cudnn_setup::ReviewPage</name>
        <message numerus="yes">
            <source>%n files go in</source>
            <translation>
                <numerusform>%n file goes in</numerusform>
                <numerusform>%n files go in</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n go out</source>
            <translation>
                <numerusform>%n goes out</numerusform>
                <numerusform>%n go out</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n more</source>
            <translation>
                <numerusform>%n more</numerusform>
                <numerusform>%n more</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>All %n files are there already</source>
            <translation>
                <numerusform>The %n file is there already</numerusform>
                <numerusform>All %n files are there already</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>cudnn_setup::StartPage</name>
        <message numerus="yes">
            <source>%n of %1 libraries are missing from %2. Programs stop when they need one of them.</source>
            <translation>
                <numerusform>%n of %1 libraries is missing from %2. Programs stop when they need it.</numerusform>
                <numerusform>%n of %1 libraries are missing from %2. Programs stop when they need one of them.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>All %n libraries are there. Another release can take its place.</source>
            <translation>
                <numerusform>Its %n library is there. Another release can take its place.</numerusform>
                <numerusform>All %n libraries are there. Another release can take its place.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>and %n more</source>
            <translation>
                <numerusform>and %n more</numerusform>
                <numerusform>and %n more</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n found</source>
            <translation>
                <numerusform>%n found</numerusform>
                <numerusform>%n found</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>cudnn_setup::TargetPage</name>
        <message numerus="yes">
            <source>%n toolkits</source>
            <translation>
                <numerusform>%n toolkit</numerusform>
                <numerusform>%n toolkits</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>All %n of them</source>
            <translation>
                <numerusform>All %n of them</numerusform>
                <numerusform>All %n of them</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n toolkits get it</source>
            <translation>
                <numerusform>%n toolkit gets it</numerusform>
                <numerusform>%n toolkits get it</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>cudnn_setup::TimeChart</name>
        <message numerus="yes">
            <source>%n iterations, median %1 ms, slowest %2 ms</source>
            <translation>
                <numerusform>%n iteration, median %1 ms, slowest %2 ms</numerusform>
                <numerusform>%n iterations, median %1 ms, slowest %2 ms</numerusform>
            </translation>
        </message>
    </context>
</TS>
